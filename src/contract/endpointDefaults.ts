const secret = { session: false } as const;

/** What most endpoints of a back end share. */
export const endpointDefaults = {
  read: { ...secret, method: 'GET', bucket: 'read', status: 200, body: 'none' },
  write: { ...secret, method: 'POST', bucket: 'write', status: 200, body: 'json' },
} as const;
