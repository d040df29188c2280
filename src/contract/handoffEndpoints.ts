import type { Endpoint } from './endpoint.ts';
import { handoffCalls } from './handoffCalls.ts';

const ofHandoff = {
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
    ...handoffCalls.startHandoff,
    status: 201,
    summary: 'Start a hand-off to a phone, or renew its code',
  },
  retrieveHandoff: {
    ...ofHandoff,
    ...handoffCalls.retrieveHandoff,
    status: 200,
    bucket: 'read',
    phone: true,
    otherTypes: ['text/event-stream'],
    summary: 'Read the state of the hand-off, or follow it as server-sent events',
  },
  endHandoff: {
    ...ofHandoff,
    ...handoffCalls.endHandoff,
    status: 204,
    phone: true,
    summary: 'End the hand-off',
  },
  confirmHandoff: {
    ...ofHandoff,
    ...handoffCalls.confirmHandoff,
    status: 200,
    body: 'json',
    summary: 'Enter the digits that the phone shows',
  },
} as const satisfies Record<string, Endpoint>;
