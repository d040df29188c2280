import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;
const webhooks = { scope: 'webhooks:write' } as const;

/** The endpoints for webhook endpoints. */
export const webhookEndpointEndpoints = {
  createWebhookEndpoint: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints',
    status: 201,
    hasLocation: true,
    summary: 'Register a webhook endpoint; the secret is shown only once',
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
    resource: 'we',
    summary: 'Read a webhook endpoint',
  },
  updateWebhookEndpoint: {
    ...write,
    ...webhooks,
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    resource: 'we',
    summary: 'Change a webhook endpoint, or enable it again',
  },
  deleteWebhookEndpoint: {
    ...write,
    ...webhooks,
    method: 'DELETE',
    path: '/webhook-endpoints/:id',
    resource: 'we',
    status: 204,
    body: 'none',
    summary: 'Delete a webhook endpoint',
  },
  testWebhookEndpoint: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints/:id/test',
    resource: 'we',
    status: 202,
    body: 'none',
    summary: 'Send a webhook.test event to an endpoint',
  },
  rotateWebhookSecret: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints/:id/rotate-secret',
    resource: 'we',
    body: 'none',
    summary: 'Rotate the secret of an endpoint; the previous one also signs for 24 hours',
  },
  recoverWebhooks: {
    ...write,
    ...webhooks,
    path: '/webhook-endpoints/:id/recover',
    resource: 'we',
    status: 202,
    summary: 'Redeliver the events that an endpoint missed since a given time',
  },
} as const satisfies Record<string, Endpoint>;
