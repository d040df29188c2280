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
    summary: 'Create a request to the person’s wallet, for the origin of the page',
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
    summary: 'Submit the response of a wallet',
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
    summary: 'Read the state of a request to a wallet',
  },
  retrieveCredential: {
    ...endpointDefaults.read,
    path: '/credentials/:id',
    resource: 'cred',
    scope: 'credentials:read',
    summary: 'Read how a credential was verified, without the values of its claims',
  },
} as const satisfies Record<string, Endpoint>;
