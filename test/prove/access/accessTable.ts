/**
 * The permitted callers of an endpoint: the scope that an API key needs, and whether the case's session key may call
 * it.
 */
export interface Access {
  scope: string;
  page?: true;
  /** The key of a phone that does a step for a computer may call it too: of any reach, or of this one: `selfie` reaches the document too. */
  phone?: true | 'selfie' | 'credential';
  /** The kind of the `:id` in the path; absent if the route has none. */
  id?: 'case' | 'bio' | 'cred' | 'doc' | 'aml' | 'watch' | 'batch' | 'we' | 'evt' | 'key';
  /** Accepts keys of test mode only. */
  testOnly?: true;
}

/** The expected access rules of every route, written independently of the service. */
export const accessTable: Readonly<Record<string, Access>> = {
  'POST /cases': { scope: 'cases:write' },
  'GET /cases': { scope: 'cases:read' },
  'GET /cases/:id': { scope: 'cases:read', page: true, phone: true, id: 'case' },
  'POST /cases/:id/consent': { scope: 'cases:write', page: true, id: 'case' },
  'GET /cases/:id/consent': { scope: 'pii:read', id: 'case' },
  'POST /cases/:id/personal-details': { scope: 'cases:write', page: true, id: 'case' },
  'GET /cases/:id/personal-details': { scope: 'pii:read', id: 'case' },
  'POST /cases/:id/cancel': { scope: 'cases:write', id: 'case' },
  'POST /cases/:id/decision': { scope: 'review:write', id: 'case' },
  'DELETE /cases/:id': { scope: 'cases:erase', id: 'case' },
  'POST /cases/:id/claim': { scope: 'review:write', id: 'case' },
  'DELETE /cases/:id/claim': { scope: 'review:write', id: 'case' },
  'GET /audit': { scope: 'audit:read' },
  'POST /cases/:id/session-keys': { scope: 'sessions:write', id: 'case' },
  'DELETE /cases/:id/session-keys': { scope: 'sessions:write', id: 'case' },
  'POST /cases/:id/link': { scope: 'sessions:write', id: 'case' },
  'GET /cases/:id/link/qr.svg': { scope: 'sessions:write', id: 'case' },
  'GET /cases/:id/link/texts': { scope: 'sessions:write', id: 'case' },
  'POST /cases/:id/handoff': { scope: 'sessions:write', page: true, id: 'case' },
  'GET /cases/:id/handoff': { scope: 'sessions:write', page: true, phone: true, id: 'case' },
  'DELETE /cases/:id/handoff': { scope: 'sessions:write', page: true, phone: true, id: 'case' },
  'POST /cases/:id/handoff/confirm': { scope: 'sessions:write', page: true, id: 'case' },
  'POST /cases/:id/credential-requests': {
    scope: 'sessions:write',
    page: true,
    phone: 'credential',
    id: 'case',
  },
  'POST /credential-requests/:id/response': {
    scope: 'sessions:write',
    page: true,
    phone: 'credential',
    id: 'cred',
  },
  'GET /credential-requests/:id': { scope: 'cases:read', page: true, phone: 'credential', id: 'cred' },
  'GET /credentials/:id': { scope: 'credentials:read', id: 'cred' },
  'DELETE /cases/:id/link': { scope: 'sessions:write', id: 'case' },
  'POST /biometrics/document-check': { scope: 'biometrics:write', page: true, phone: 'selfie' },
  'POST /biometrics/document-check/:id/capture': {
    scope: 'biometrics:write',
    page: true,
    phone: 'selfie',
    id: 'doc',
  },
  'GET /biometrics/document-check/:id': {
    scope: 'biometrics:read',
    page: true,
    phone: 'selfie',
    id: 'doc',
  },
  'POST /cases/:id/reference-image': { scope: 'biometrics:write', id: 'case' },
  'POST /biometrics/selfie-check': { scope: 'biometrics:write', page: true, phone: 'selfie' },
  'POST /biometrics/selfie-check/:id/extend': {
    scope: 'biometrics:write',
    page: true,
    phone: 'selfie',
    id: 'bio',
  },
  'POST /biometrics/selfie-check/:id/capture': {
    scope: 'biometrics:write',
    page: true,
    phone: 'selfie',
    id: 'bio',
  },
  'GET /biometrics/selfie-check/:id': { scope: 'biometrics:read', page: true, phone: 'selfie', id: 'bio' },
  'GET /biometrics/selfie-check/:id/frames': { scope: 'biometrics:read', id: 'bio' },
  'GET /biometrics/selfie-check/:id/frames/:n': { scope: 'biometrics:read', id: 'bio' },
  'GET /biometrics/selfie-check/:id/trail/:n': { scope: 'biometrics:read', id: 'bio' },
  'POST /aml/screen': { scope: 'aml:write' },
  'GET /aml/screen': { scope: 'aml:read' },
  'GET /aml/screen/:id': { scope: 'aml:read', id: 'aml' },
  'GET /aml/screen/:id/report': { scope: 'aml:read', id: 'aml' },
  'GET /aml/screen/:id/hits': { scope: 'aml:read', id: 'aml' },
  'GET /aml/monitoring': { scope: 'aml:read' },
  'GET /aml/exceptions': { scope: 'aml:read' },
  'GET /aml/thresholds': { scope: 'aml:read' },
  'PUT /aml/thresholds': { scope: 'aml:admin' },
  'GET /aml/entities/:id': { scope: 'aml:read' },
  'POST /aml/screen/:id/hits/:hitId/resolution': { scope: 'review:write', id: 'aml' },
  'POST /aml/watch': { scope: 'aml:write' },
  'GET /aml/watch': { scope: 'aml:read' },
  'GET /aml/watch/:id': { scope: 'aml:read', id: 'watch' },
  'DELETE /aml/watch/:id': { scope: 'cases:erase', id: 'watch' },
  'DELETE /aml/screen/:id': { scope: 'cases:erase', id: 'aml' },
  'DELETE /aml/batches/:id': { scope: 'cases:erase', id: 'batch' },
  'POST /aml/batches': { scope: 'aml:write' },
  'GET /aml/batches/:id': { scope: 'aml:read', id: 'batch' },
  'GET /aml/batches/:id/results': { scope: 'aml:read', id: 'batch' },
  'POST /webhook-endpoints': { scope: 'webhooks:write' },
  'GET /webhook-endpoints': { scope: 'webhooks:write' },
  'GET /webhook-endpoints/:id': { scope: 'webhooks:write', id: 'we' },
  'PATCH /webhook-endpoints/:id': { scope: 'webhooks:write', id: 'we' },
  'DELETE /webhook-endpoints/:id': { scope: 'webhooks:write', id: 'we' },
  'POST /webhook-endpoints/:id/test': { scope: 'webhooks:write', id: 'we' },
  'POST /webhook-endpoints/:id/rotate-secret': { scope: 'webhooks:write', id: 'we' },
  'POST /webhook-endpoints/:id/recover': { scope: 'webhooks:write', id: 'we' },
  'GET /events': { scope: 'events:read' },
  'GET /events/:id': { scope: 'events:read', id: 'evt' },
  'GET /events/:id/deliveries': { scope: 'events:read', id: 'evt' },
  'POST /events/:id/redeliver': { scope: 'events:read', id: 'evt' },
  'GET /branding': { scope: 'branding:write' },
  'PUT /branding': { scope: 'branding:write' },
  'GET /stats': { scope: 'stats:read' },
  'GET /keys': { scope: 'keys:admin' },
  'POST /keys': { scope: 'keys:admin' },
  'POST /keys/:id/roll': { scope: 'keys:admin', id: 'key' },
  'DELETE /keys/:id': { scope: 'keys:admin', id: 'key' },
  'POST /test/cases/:id/simulate': { scope: 'cases:write', id: 'case', testOnly: true },
  'POST /test/events': { scope: 'webhooks:write', testOnly: true },
};

/** The endpoints without a key: the body is the proof, or the token in the path. */
export const openTable: readonly string[] = [
  'POST /links/redeem',
  'POST /handoffs/join',
  'GET /wallet/:token',
  'POST /wallet/:token',
];
