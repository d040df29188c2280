export { type CredentialCode, CredentialError } from './CredentialError.ts';
export { describeCredential, describeTrustList } from './describe.ts';
export type { Json, JsonObject } from './jose/strictJson.ts';
export type { IssuedMdoc, IssuedSdJwt } from './proven.ts';
export {
  clientIdOf,
  createRequest,
  type DigitalRequest,
  type RelyingParty,
  redirectRequest,
} from './request/createRequest.ts';
export type { ClaimQuery, CredentialQuery } from './request/dcql.ts';
export { type PresentationSession, verifyPresentation } from './request/presentation.ts';
export { readSession, type Session } from './request/session.ts';
export { type CredentialStatus, readStatusList, type StatusList } from './status/statusList.ts';
export type { StatusReference } from './status/statusReference.ts';
export type { Anchor, TrustList } from './trust/anchor.ts';
export { isOfType, mayIssue } from './trust/checkSigner.ts';
export { readTrustList } from './trust/readTrustList.ts';
export { formatOf, verifyCredential } from './verifyCredential.ts';
export { readCertificate } from './x509/certificate.ts';
export {
  type Crl,
  checkRevocation,
  crlAddresses,
  type IssuedCertificate,
  readCurrentCrl,
} from './x509/crl.ts';
export { nameText } from './x509/names.ts';
