import { CredentialError } from '../CredentialError.ts';
import { keyOf, readCertificate } from '../x509/certificate.ts';
import { nameText } from '../x509/names.ts';
import { type Anchor, anchorOf, type RejectedAnchor } from './anchor.ts';

/** Makes an anchor of a certificate in a list; null, and a row in `rejected`, if it cannot be used. */
export function tryAnchor(
  read: () => Uint8Array,
  scope: () => Partial<Anchor>,
  row: number,
  rejected: RejectedAnchor[],
): Anchor | null {
  let name: string | null = null;
  try {
    const certificate = readCertificate(read(), 'BER');
    name = nameText(certificate.subject);
    // A key of an unsupported kind cannot verify any accepted signature.
    keyOf(certificate);
    return anchorOf(certificate, scope());
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    rejected.push({ row, name, code: error.code });
    return null;
  }
}
