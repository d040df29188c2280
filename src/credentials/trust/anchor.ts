import type { CredentialCode } from '../CredentialError.ts';
import type { Certificate } from '../x509/certificate.ts';

/** A trusted root and its scope. A null scope does not limit, except that without `types` it is trusted for none of the EU's. */
export interface Anchor {
  certificate: Certificate;
  /** docType or vct; one that ends with `*` is a family. */
  types: readonly string[] | null;
  /** ISO 3166-1 alpha-2 codes, of which a credential's issuing country must be one. */
  countries: readonly string[] | null;
  /** Object identifiers, of which the signer's certificate must have one. */
  extendedKeyUsages: readonly string[] | null;
  /** Milliseconds since 1970; the listing is trusted from and to. */
  from: number | null;
  to: number | null;
}

/** A root of a list that cannot be used, and why. */
export interface RejectedAnchor {
  /** Its place in the list, from 0. */
  row: number;
  name: string | null;
  code: CredentialCode;
}

/** The content of a trust list. */
export interface TrustList {
  format: 'pem' | 'vical' | 'lote';
  /** The provider, if the list names one. */
  provider: string | null;
  /** Milliseconds since 1970. */
  issuedAt: number | null;
  nextUpdate: number | null;
  /** The sequence number, which grows with each issue; null if the list has none. */
  sequence: number | null;
  /** Hexadecimal SHA-256 of the signer's certificate; null if the list is not signed. */
  signer: string | null;
  anchors: Anchor[];
  rejected: RejectedAnchor[];
}

/** An anchor without limits. */
export function anchorOf(certificate: Certificate, scope: Partial<Anchor> = {}): Anchor {
  const open = { types: null, countries: null, extendedKeyUsages: null, from: null, to: null };
  return { ...open, ...scope, certificate };
}
