export { type CredentialCode, CredentialError } from './CredentialError.ts';
export { describeCredential, describeTrustList } from './describe.ts';
export { readSession, type Session } from './request/session.ts';
export { readTrustList } from './trust/readTrustList.ts';
export { formatOf, verifyCredential } from './verifyCredential.ts';
