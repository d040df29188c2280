import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;
const keys = { scope: 'keys:admin' } as const;

/** The endpoints of API keys. */
export const keyEndpoints = {
  listKeys: { ...read, ...keys, path: '/keys', summary: 'List API keys, newest first' },
  createKey: {
    ...write,
    ...keys,
    path: '/keys',
    status: 201,
    summary: 'Create an API key; it is shown only once',
  },
  rollKey: {
    ...write,
    ...keys,
    path: '/keys/:id/roll',
    resource: 'key',
    status: 201,
    summary: 'Replace an API key with a new one of the same scopes and expiry',
  },
  revokeKey: {
    ...write,
    ...keys,
    method: 'DELETE',
    path: '/keys/:id',
    resource: 'key',
    status: 204,
    body: 'none',
    summary: 'Revoke an API key; it takes effect on every node within a second',
  },
} as const satisfies Record<string, Endpoint>;
