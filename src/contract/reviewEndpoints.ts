import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;
const pictures = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The endpoints for a customer's own review desk. */
export const reviewEndpoints = {
  claimCase: {
    ...write,
    path: '/cases/:id/claim',
    resource: 'case',
    scope: 'review:write',
    body: 'none',
    summary: 'Claim a case in review for ten minutes, or renew the claim',
  },
  releaseCase: {
    ...write,
    method: 'DELETE',
    path: '/cases/:id/claim',
    resource: 'case',
    scope: 'review:write',
    body: 'none',
    summary: 'Release a claimed case',
  },
  listFrames: {
    ...read,
    path: '/biometrics/selfie-check/:id/frames',
    resource: 'bio',
    scope: 'biometrics:read',
    summary: 'List the pictures of a selfie check',
  },
  retrieveFrame: {
    ...read,
    path: '/biometrics/selfie-check/:id/frames/:n',
    resource: 'bio',
    scope: 'biometrics:read',
    otherTypes: pictures,
    summary: 'Read one picture of a selfie check; every read is logged',
  },
  retrieveTrailFrame: {
    ...read,
    path: '/biometrics/selfie-check/:id/trail/:n',
    resource: 'bio',
    scope: 'biometrics:read',
    otherTypes: pictures,
    summary: 'Read one picture of the trail; every read is logged',
  },
  listAudit: {
    ...read,
    path: '/audit',
    scope: 'audit:read',
    otherTypes: ['text/csv', 'application/jsonl'],
    summary: 'List audited actions, newest first',
  },
} as const satisfies Record<string, Endpoint>;
