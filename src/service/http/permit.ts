import type { Endpoint } from '../../contract/endpoint.ts';
import type { Scope } from '../../contract/scopes.ts';
import { ApiError } from '../apiError.ts';
import type { Caller } from './caller.ts';

/**
 * Whether a caller may use an endpoint at all. `id` is the one in the path.
 * @throws {ApiError} 403 for a scope or the reach of a session key; 404 for what exists in test mode alone.
 */
export function permit(endpoint: Endpoint, caller: Caller, id: string | undefined): void {
  if (caller.kind === 'session') {
    if (!endpoint.session || (endpoint.resource === 'case' && id !== caller.caseId)) {
      throw new ApiError('session_scope_exceeded', { detail: 'A session key reaches its own case alone.' });
    }
    return;
  }
  requireScope(caller, endpoint.scope);
  if (endpoint.testOnly && caller.mode !== 'test') throw new ApiError('route_not_found');
}

/** @throws {ApiError} 403 `scope_missing`. Session keys have no scopes: their endpoints are their reach. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind === 'session' || caller.scopes.includes(scope)) return;
  throw new ApiError('scope_missing', { detail: `The key needs the scope ${scope}.` });
}
