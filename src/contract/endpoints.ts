import type { Endpoint } from './endpoint.ts';
import { sessionEndpoints } from './sessionEndpoints.ts';

const secret = { session: false } as const;
const read = { ...secret, method: 'GET', bucket: 'read', status: 200, body: 'none' } as const;
const write = { ...secret, method: 'POST', bucket: 'write', status: 200, body: 'json' } as const;
const webhooks = { scope: 'webhooks:write' } as const;
const events = { scope: 'events:read' } as const;

/** Every endpoint: the routes, the client and the OpenAPI description come from this table. */
export const endpoints = {
  ...sessionEndpoints,
  createCase: {
    ...write,
    path: '/cases',
    scope: 'cases:write',
    status: 201,
    summary: 'Create a verification case',
  },
  listCases: { ...read, path: '/cases', scope: 'cases:read', summary: 'List cases, newest first' },
  retrievePersonalDetails: {
    ...read,
    path: '/cases/:id/personal-details',
    scope: 'pii:read',
    summary: 'Read personal details; every read is logged',
  },
  cancelCase: {
    ...write,
    path: '/cases/:id/cancel',
    scope: 'cases:write',
    body: 'none',
    summary: 'Cancel a case',
  },
  decideCase: {
    ...write,
    path: '/cases/:id/decision',
    scope: 'review:write',
    summary: 'Decide a case as a reviewer',
  },
  createSessionKey: {
    ...write,
    path: '/cases/:id/session-keys',
    scope: 'sessions:write',
    status: 201,
    summary: 'Create a session key for the page of a case',
  },
  revokeSessionKeys: {
    ...write,
    method: 'DELETE',
    path: '/cases/:id/session-keys',
    scope: 'sessions:write',
    status: 204,
    body: 'none',
    summary: 'Revoke all session keys of a case',
  },
  addReferenceImage: {
    ...write,
    path: '/cases/:id/reference-image',
    scope: 'biometrics:write',
    bucket: 'selfie',
    status: 201,
    body: 'multipart',
    summary: 'Add a picture to compare the selfie with',
  },
  screen: {
    ...write,
    path: '/aml/screen',
    scope: 'aml:write',
    bucket: 'aml',
    status: 201,
    summary: 'Screen a case or a person against the lists',
  },
  retrieveScreening: { ...read, path: '/aml/screen/:id', scope: 'aml:read', summary: 'Read a screening' },
  resolveHit: {
    ...write,
    path: '/aml/screen/:id/hits/:hitId/resolution',
    scope: 'review:write',
    summary: 'Say whether a hit is the person',
  },
  createWebhookEndpoint: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints',
    status: 201,
    summary: 'Register a webhook endpoint; the secret is shown this once',
  },
  listWebhookEndpoints: {
    ...read,
    ...webhooks,
    path: '/webhook-endpoints',
    summary: 'List webhook endpoints',
  },
  retrieveWebhookEndpoint: {
    ...read,
    ...webhooks,
    path: '/webhook-endpoints/:id',
    summary: 'Read a webhook endpoint',
  },
  updateWebhookEndpoint: {
    ...write,
    ...webhooks,
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    summary: 'Change a webhook endpoint, or enable it again',
  },
  deleteWebhookEndpoint: {
    ...write,
    ...webhooks,
    method: 'DELETE',
    path: '/webhook-endpoints/:id',
    status: 204,
    body: 'none',
    summary: 'Delete a webhook endpoint',
  },
  testWebhookEndpoint: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints/:id/test',
    status: 202,
    body: 'none',
    summary: 'Send a webhook.test event to an endpoint',
  },
  listEvents: { ...read, ...events, path: '/events', summary: 'List the events of the last 90 days' },
  retrieveEvent: { ...read, ...events, path: '/events/:id', summary: 'Read an event' },
  listDeliveries: {
    ...read,
    ...events,
    path: '/events/:id/deliveries',
    summary: 'List the deliveries of an event, attempt by attempt',
  },
  redeliverEvent: {
    ...write,
    ...events,
    path: '/events/:id/redeliver',
    status: 202,
    summary: 'Deliver an event once more',
  },
  simulateCase: {
    ...write,
    path: '/test/cases/:id/simulate',
    scope: 'cases:write',
    testOnly: true,
    summary: 'Move a test case to another state',
  },
  emitTestEvent: {
    ...write,
    path: '/test/events',
    scope: 'webhooks:write',
    status: 201,
    testOnly: true,
    summary: 'Emit an event of a kind, for tests of a receiver',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
