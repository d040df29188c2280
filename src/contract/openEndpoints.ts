import type { Endpoint } from './endpoint.ts';

/** An endpoint without an API key: its body has a secret as proof. For the hosted page only, on its own origin. */
export type OpenEndpoint = Pick<Endpoint, 'method' | 'path' | 'status' | 'body' | 'summary'>;

/** The endpoints without a key. */
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
