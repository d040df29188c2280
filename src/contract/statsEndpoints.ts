import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** Counts and durations for a product owner. */
export const statsEndpoints = {
  readStats: {
    ...endpointDefaults.read,
    path: '/stats',
    scope: 'stats:read',
    summary: 'Read daily completion statistics',
  },
} as const satisfies Record<string, Endpoint>;
