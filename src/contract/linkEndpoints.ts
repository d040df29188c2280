import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;
const ofLink = { path: '/cases/:id/link', resource: 'case', scope: 'sessions:write', body: 'none' } as const;

/** The endpoints of the link to the page that the service hosts for a case. */
export const linkEndpoints = {
  createLink: {
    ...write,
    ...ofLink,
    status: 201,
    summary: 'Create the link to the hosted page of a case; the previous one ends',
  },
  deleteLink: {
    ...write,
    ...ofLink,
    method: 'DELETE',
    status: 204,
    summary: 'End the link to the hosted page of a case',
  },
  drawLink: {
    ...read,
    path: '/cases/:id/link/qr.svg',
    resource: 'case',
    scope: 'sessions:write',
    otherTypes: ['image/svg+xml'],
    summary: 'Render the link of a case as a QR code',
  },
  retrieveLinkTexts: {
    ...read,
    path: '/cases/:id/link/texts',
    resource: 'case',
    scope: 'sessions:write',
    summary: 'Compose an e-mail and an SMS with the link of a case',
  },
} as const satisfies Record<string, Endpoint>;
