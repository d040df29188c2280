import { CredentialError } from '../CredentialError.ts';
import { keyOf, readCertificate } from '../x509/certificate.ts';
import { nameText } from '../x509/names.ts';
import { type Anchor, anchorOf, type RejectedAnchor } from './anchor.ts';

/** A certificate of a list as an anchor; null, and a row in `rejected`, where it cannot be used. */
export function tryAnchor(
  read: () => Uint8Array,
  scope: () => Partial<Anchor>,
  row: number,
  rejected: RejectedAnchor[],
): Anchor | null {
  let name: string | null = null;
  try {
    const certificate = readCertificate(read());
    name = nameText(certificate.subject);
    // A key of another kind can sign nothing that is taken.
    keyOf(certificate);
    return anchorOf(certificate, scope());
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    rejected.push({ row, name, code: error.code });
    return null;
  }
}
