import * as z from 'zod/mini';

/** A permission of an API key. */
export const Scope = z.enum([
  'cases:read',
  'cases:write',
  'cases:erase',
  'sessions:write',
  'pii:read',
  'biometrics:read',
  'biometrics:write',
  'aml:read',
  'aml:write',
  'aml:admin',
  'review:write',
  'webhooks:write',
  'events:read',
  'stats:read',
  'branding:write',
  'credentials:read',
  'audit:read',
  'keys:admin',
]);
export type Scope = z.infer<typeof Scope>;

const ON_REQUEST: readonly Scope[] = ['pii:read', 'cases:erase', 'aml:admin', 'audit:read', 'keys:admin'];

/** All scopes, which a bootstrap key has. */
export const allScopes: readonly Scope[] = Scope.options;

/** The scopes of a new key if none are requested. */
export const defaultScopes: readonly Scope[] = allScopes.filter((scope) => !ON_REQUEST.includes(scope));
