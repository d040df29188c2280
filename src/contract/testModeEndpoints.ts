import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { write } = endpointDefaults;

/** The endpoints that exist only with keys of test mode. */
export const testModeEndpoints = {
  simulateCase: {
    ...write,
    path: '/test/cases/:id/simulate',
    resource: 'case',
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
    summary: 'Emit a test event of a given type',
  },
} as const satisfies Record<string, Endpoint>;
