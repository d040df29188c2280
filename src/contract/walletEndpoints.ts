import type { OpenEndpoint } from './openEndpoints.ts';

/** Largest answer of a wallet: a portrait in base64url of base64url, with the data around it. */
export const walletAnswerBytes = 1024 * 1024;

/**
 * The endpoints without a key for wallets that a link opened (OpenID4VP 1.0, sections 5.10 and 8.3.1): the proof is the
 * token in the path.
 */
export const walletEndpoints = {
  fetchWalletRequest: {
    method: 'GET',
    path: '/wallet/:token',
    status: 200,
    body: 'none',
    otherTypes: ['application/oauth-authz-req+jwt'],
    summary: 'Fetch the request object of a link',
  },
  answerWalletRequest: {
    method: 'POST',
    path: '/wallet/:token',
    status: 200,
    body: 'form',
    bodyBytes: walletAnswerBytes,
    otherTypes: ['application/oauth-authz-req+jwt'],
    summary: 'Fetch the request object of a link, or answer it',
  },
} as const satisfies Record<string, OpenEndpoint>;

export type WalletEndpointName = keyof typeof walletEndpoints;
