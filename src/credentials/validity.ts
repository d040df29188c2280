import { ensure } from './CredentialError.ts';
import type { Validity } from './proven.ts';

/** Tolerance for the clock of an issuer or a wallet that is ahead of the service's clock. */
export const CLOCK_SKEW_MS = 60_000;

/** @throws {CredentialError} `credential_not_yet_valid`, `credential_expired` */
export function checkValidityNow({ issuedAt, from, until }: Validity, now: number): void {
  const isIssued = issuedAt === null || issuedAt <= now + CLOCK_SKEW_MS;
  const isBegun = from === null || from <= now + CLOCK_SKEW_MS;
  ensure(
    isIssued && isBegun,
    'credential_not_yet_valid',
    'The credential is not valid yet. Check the clock.',
  );
  ensure(until === null || now <= until, 'credential_expired', 'The credential has expired.');
}
