import type { Endpoint } from './endpoint.ts';

const ofHandoff = {
  path: '/cases/:id/handoff',
  resource: 'case',
  scope: 'sessions:write',
  session: true,
  bucket: 'write',
  body: 'none',
} as const;

/** The endpoints of the hand-off from a computer to a phone. */
export const handoffEndpoints = {
  startHandoff: {
    ...ofHandoff,
    method: 'POST',
    status: 201,
    summary: 'Begin the hand-off to a phone, or draw its next code',
  },
  retrieveHandoff: {
    ...ofHandoff,
    method: 'GET',
    status: 200,
    bucket: 'read',
    phone: true,
    otherTypes: ['text/event-stream'],
    summary: 'Read where the hand-off stands, or follow it as server-sent events',
  },
  endHandoff: {
    ...ofHandoff,
    method: 'DELETE',
    status: 204,
    phone: true,
    summary: 'End the hand-off',
  },
  confirmHandoff: {
    ...ofHandoff,
    method: 'POST',
    path: '/cases/:id/handoff/confirm',
    status: 200,
    body: 'json',
    summary: 'Enter the digits that the phone shows',
  },
} as const satisfies Record<string, Endpoint>;
