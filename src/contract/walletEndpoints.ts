import type { OpenEndpoint } from './openEndpoints.ts';

/** Maximum size of a wallet's answer in bytes: a portrait, encoded twice in base64url, with the surrounding data. */
export const walletAnswerBytes = 1024 * 1024;

/**
 * The endpoints without a key for wallets that were opened by a link (OpenID4VP 1.0, sections 5.10 and 8.3.1). The
 * token in the path authenticates the request.
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
