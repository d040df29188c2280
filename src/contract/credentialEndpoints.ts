import { credentialCalls } from './credentialCalls.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';
import { walletAnswerBytes } from './walletEndpoints.ts';

/** The endpoints for credentials from wallets. */
export const credentialEndpoints = {
  startCredentialRequest: {
    ...credentialCalls.startCredentialRequest,
    resource: 'case',
    scope: 'sessions:write',
    session: true,
    phone: 'credential',
    bucket: 'write',
    status: 201,
    body: 'json',
    summary: 'Make a request to the wallet of the person, for the origin of the page',
  },
  answerCredentialRequest: {
    ...credentialCalls.answerCredentialRequest,
    resource: 'cred',
    scope: 'sessions:write',
    session: true,
    phone: 'credential',
    bucket: 'write',
    status: 202,
    body: 'json',
    bodyBytes: walletAnswerBytes,
    summary: 'Hand in the answer of a wallet',
  },
  retrieveCredentialRequest: {
    ...credentialCalls.retrieveCredentialRequest,
    resource: 'cred',
    scope: 'cases:read',
    session: true,
    phone: 'credential',
    bucket: 'read',
    status: 200,
    body: 'none',
    summary: 'Read where a request to a wallet stands',
  },
  retrieveCredential: {
    ...endpointDefaults.read,
    path: '/credentials/:id',
    resource: 'cred',
    scope: 'credentials:read',
    summary: 'Read how a credential was proven, without its values',
  },
} as const satisfies Record<string, Endpoint>;
