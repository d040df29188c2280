import type { CredentialError } from './CredentialError.ts';
import type { CborValue } from './cbor/cborValue.ts';
import type { JsonObject } from './jose/strictJson.ts';
import type { StatusReference } from './status/statusReference.ts';
import type { Anchor } from './trust/anchor.ts';
import type { Certificate } from './x509/certificate.ts';

/** Milliseconds since 1970; null where the issuer does not say. */
export interface Validity {
  issuedAt: number | null;
  from: number | null;
  until: number | null;
  /** When the issuer means to renew it; nothing is refused by that. */
  expectedUpdate: number | null;
}

/** A credential whose issuer is trusted, whose claims are those that the issuer signed, and that is valid now. */
export interface IssuedCredential {
  /** docType or vct. */
  type: string;
  issuer: Certificate;
  anchor: Anchor;
  /** Whether a current revocation list was at hand for each certificate. */
  isRevocationChecked: boolean;
  validity: Validity;
  /** Location of its status; null if it has none. The status was not fetched. */
  status: StatusReference | null;
  /**
   * Null where the device that holds the credential answered in this session. Otherwise why that is not shown: then
   * somebody else may have copied the credential, and nothing about the person before us is proven.
   */
  unbound: CredentialError | null;
}

export interface IssuedMdoc extends IssuedCredential {
  format: 'mso_mdoc';
  /** Namespace, element, value. */
  claims: ReadonlyMap<string, ReadonlyMap<string, CborValue>>;
  /** Hexadecimal SHA-256 of the key that holds it, as SubjectPublicKeyInfo; null where the device is not shown. */
  deviceKeySha256: string | null;
}

export interface IssuedSdJwt extends IssuedCredential {
  format: 'dc+sd-jwt';
  claims: JsonObject;
  /** Members of the first level that the holder chose to show; the others every holder shows. */
  disclosed: readonly string[];
}
