import type { Endpoint } from './endpoint.ts';

/** An endpoint without an API key. A secret in the body or the path authenticates the request. */
export type OpenEndpoint = Pick<
  Endpoint,
  'method' | 'path' | 'status' | 'body' | 'bodyBytes' | 'otherTypes' | 'summary'
>;

/**
 * The endpoints without a key for the hosted page, on its own origin. A secret in the body authenticates the request.
 */
export const openEndpoints = {
  redeemLink: {
    method: 'POST',
    path: '/links/redeem',
    status: 200,
    body: 'json',
    summary: 'Redeem the link of a case for a session of this browser',
  },
  joinHandoff: {
    method: 'POST',
    path: '/handoffs/join',
    status: 200,
    body: 'json',
    summary: 'Join a phone to the hand-off of a case',
  },
} as const satisfies Record<string, OpenEndpoint>;

export type OpenEndpointName = keyof typeof openEndpoints;
