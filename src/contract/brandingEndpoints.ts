import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;

/** The endpoints of the site's branding. */
export const brandingEndpoints = {
  retrieveBranding: { ...read, path: '/branding', scope: 'branding:write', summary: 'Read the branding' },
  putBranding: {
    ...write,
    method: 'PUT',
    path: '/branding',
    scope: 'branding:write',
    bodyBytes: 512 * 1024,
    summary: 'Replace the branding',
  },
} as const satisfies Record<string, Endpoint>;
