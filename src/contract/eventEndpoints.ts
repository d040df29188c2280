import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;
const events = { scope: 'events:read' } as const;

/** The endpoints of events. */
export const eventEndpoints = {
  listEvents: { ...read, ...events, path: '/events', summary: 'List the events of the last 90 days' },
  retrieveEvent: { ...read, ...events, path: '/events/:id', resource: 'evt', summary: 'Read an event' },
  listDeliveries: {
    ...read,
    ...events,
    path: '/events/:id/deliveries',
    resource: 'evt',
    summary: 'List the delivery attempts of an event',
  },
  redeliverEvent: {
    ...write,
    ...events,
    path: '/events/:id/redeliver',
    resource: 'evt',
    status: 202,
    summary: 'Redeliver an event',
  },
} as const satisfies Record<string, Endpoint>;
