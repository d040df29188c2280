import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { write } = endpointDefaults;
const ofLink = { path: '/cases/:id/link', resource: 'case', scope: 'sessions:write', body: 'none' } as const;

/** The endpoints of the link to the page that the service hosts for a case. */
export const linkEndpoints = {
  createLink: {
    ...write,
    ...ofLink,
    status: 201,
    summary: 'Create the link to the hosted page of a case; an earlier one ends',
  },
  deleteLink: {
    ...write,
    ...ofLink,
    method: 'DELETE',
    status: 204,
    summary: 'End the link to the hosted page of a case',
  },
} as const satisfies Record<string, Endpoint>;
