import type { CredentialError } from './CredentialError.ts';
import type { CborValue } from './cbor/cborValue.ts';
import type { JsonObject } from './jose/strictJson.ts';
import type { StatusReference } from './status/statusReference.ts';
import type { Anchor } from './trust/anchor.ts';
import type { Certificate } from './x509/certificate.ts';
import type { IssuedCertificate } from './x509/crl.ts';

/** Milliseconds since 1970; null if the issuer does not state it. */
export interface Validity {
  issuedAt: number | null;
  from: number | null;
  until: number | null;
  /** Time at which the issuer plans to renew it; informative only. */
  expectedUpdate: number | null;
}

/** A credential with a trusted issuer, claims signed by that issuer, and a validity that includes now. */
export interface IssuedCredential {
  /** docType or vct. */
  type: string;
  issuer: Certificate;
  anchor: Anchor;
  /** The certificates of the issuer below the anchor: revocation lists may name each. */
  issued: readonly IssuedCertificate[];
  /** Whether a current revocation list was at hand for each certificate. */
  isRevocationChecked: boolean;
  validity: Validity;
  /** Location of its status; null if it has none. The status was not fetched. */
  status: StatusReference | null;
  /**
   * Null if the device that holds the credential answered in this session. Otherwise the reason why this is not shown:
   * another person may have copied the credential, so that nothing is proven about the person present.
   */
  unbound: CredentialError | null;
}

export interface IssuedMdoc extends IssuedCredential {
  format: 'mso_mdoc';
  /** Namespace, element, value. */
  claims: ReadonlyMap<string, ReadonlyMap<string, CborValue>>;
  /** Hexadecimal SHA-256 of the key that holds it, as SubjectPublicKeyInfo; null if no device key was proven. */
  deviceKeySha256: string | null;
}

export interface IssuedSdJwt extends IssuedCredential {
  format: 'dc+sd-jwt';
  claims: JsonObject;
  /** First-level members that the holder chose to disclose, without those always visible. */
  disclosed: readonly string[];
}
