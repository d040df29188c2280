import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** Counts and durations for a product owner. */
export const statsEndpoints = {
  readStats: {
    ...endpointDefaults.read,
    path: '/stats',
    scope: 'stats:read',
    summary: 'Read how far people get, per day',
  },
} as const satisfies Record<string, Endpoint>;
