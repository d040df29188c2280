import { toHex } from '../bytes/bytes.ts';
import { CredentialError, require } from '../CredentialError.ts';
import {
  type Certificate,
  isSignedBy,
  KEY_USAGE,
  keyOf,
  readExtensions,
  readSigned,
  type SignedDer,
} from './certificate.ts';
import { childrenOf, expectTag, readTime, TAG } from './der.ts';
import { type DistinguishedName, readName } from './names.ts';

/** A certificate revocation list (RFC 5280, section 5) with an unverified signature. */
export interface Crl {
  issuer: DistinguishedName;
  thisUpdate: number;
  nextUpdate: number | null;
  revoked: ReadonlySet<string>;
  signed: SignedDer;
}

const MAX_BYTES = 4 << 20;

/** @throws {CredentialError} `crl_malformed`, also for an indirect or partial list, and for one with critical extensions */
export function readCrl(raw: Uint8Array): Crl {
  require(raw.length <= MAX_BYTES, 'input_too_large', `A revocation list is larger than ${MAX_BYTES} bytes.`);
  try {
    return readContent(readSigned(raw));
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause;
    throw new CredentialError('crl_malformed', `A revocation list cannot be read: ${cause.message}`, {
      cause,
    });
  }
}

/**
 * Looks a certificate up in the lists of its issuer.
 * @returns whether there was a list
 * @throws {CredentialError} `certificate_revoked`, `crl_signature_invalid`, `crl_expired`
 */
export function checkRevocation(
  certificate: Certificate,
  issuer: Certificate,
  crls: readonly Crl[],
  now: number,
): boolean {
  const crl = crls.find((list) => list.issuer.key === certificate.issuer.key);
  if (!crl) return false;
  const mayList = issuer.keyUsage === null || issuer.keyUsage.has(KEY_USAGE.crlSign);
  const isSigned = mayList && isSignedBy(crl.signed, keyOf(issuer));
  require(isSigned, 'crl_signature_invalid', 'A revocation list is not signed by the issuer of the certificate.');
  require(!crl.revoked.has(certificate.serial), 'certificate_revoked', 'A certificate was revoked.');
  const isCurrent = crl.thisUpdate <= now && (crl.nextUpdate === null || now <= crl.nextUpdate);
  require(isCurrent, 'crl_expired', 'A revocation list is not current.');
  return true;
}

function readContent(signed: SignedDer): Crl {
  const parts = childrenOf(signed.content);
  if (parts[0]?.tag === TAG.integer) parts.shift();
  const [, issuer, thisUpdate, ...rest] = parts;
  const isTime = rest[0]?.tag === TAG.utcTime || rest[0]?.tag === TAG.generalizedTime;
  const nextUpdate = isTime ? readTime(rest.shift()) : null;
  const entries = rest[0]?.tag === TAG.sequence ? childrenOf(rest.shift()!) : [];
  for (const [oid, { isCritical }] of readExtensions(rest.find(({ tag }) => tag === 0xa0)))
    require(!isCritical, 'crl_malformed', `A revocation list has the critical extension ${oid}.`);
  const serials = entries.map((entry) => {
    const [serial] = childrenOf(expectTag(entry, TAG.sequence));
    return toHex(expectTag(serial, TAG.integer).content);
  });
  return {
    issuer: readName(issuer),
    thisUpdate: readTime(thisUpdate),
    nextUpdate,
    revoked: new Set(serials),
    signed,
  };
}
