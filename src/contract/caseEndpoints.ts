import { type Endpoint, endpointDefaults } from './endpoint.ts';

const { read, write } = endpointDefaults;

/** The endpoints of cases for back ends only. */
export const caseEndpoints = {
  createCase: {
    ...write,
    path: '/cases',
    scope: 'cases:write',
    status: 201,
    hasLocation: true,
    summary: 'Create a verification case',
  },
  listCases: { ...read, path: '/cases', scope: 'cases:read', summary: 'List cases, newest first' },
  retrieveConsent: {
    ...read,
    path: '/cases/:id/consent',
    resource: 'case',
    scope: 'pii:read',
    summary: 'Read a consent with the text that was shown; every read is logged',
  },
  retrievePersonalDetails: {
    ...read,
    path: '/cases/:id/personal-details',
    resource: 'case',
    scope: 'pii:read',
    summary: 'Read personal details; every read is logged',
  },
  cancelCase: {
    ...write,
    path: '/cases/:id/cancel',
    resource: 'case',
    scope: 'cases:write',
    body: 'none',
    summary: 'Cancel a case',
  },
  decideCase: {
    ...write,
    path: '/cases/:id/decision',
    resource: 'case',
    scope: 'review:write',
    mayPropose: true,
    summary: 'Decide a case as a reviewer',
  },
  eraseCase: {
    ...write,
    method: 'DELETE',
    path: '/cases/:id',
    resource: 'case',
    scope: 'cases:erase',
    status: 202,
    body: 'none',
    summary: 'Permanently erase the personal data of a case',
  },
  createSessionKey: {
    ...write,
    path: '/cases/:id/session-keys',
    resource: 'case',
    scope: 'sessions:write',
    status: 201,
    summary: 'Create a session key for the page of a case',
  },
  revokeSessionKeys: {
    ...write,
    method: 'DELETE',
    path: '/cases/:id/session-keys',
    resource: 'case',
    scope: 'sessions:write',
    status: 204,
    body: 'none',
    summary: 'Revoke all session keys of a case',
  },
  addReferenceImage: {
    ...write,
    path: '/cases/:id/reference-image',
    resource: 'case',
    scope: 'biometrics:write',
    bucket: 'selfie',
    status: 201,
    body: 'multipart',
    summary: 'Add a reference picture for the selfie',
  },
} as const satisfies Record<string, Endpoint>;
