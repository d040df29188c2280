import type { Kysely } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../db/schema.ts';
import type { Caller } from './caller.ts';
import { resources } from './resources.ts';

type Find = (db: Kysely<Database>, mode: Mode, id: string) => Promise<object | undefined>;

/**
 * Refuses a request about nothing before its body is looked at: what does not exist is told before what is wrong with
 * the input. Handlers that only read look for themselves.
 * @returns the row that the `:id` of the path names; `null` where it has none, or the request only reads.
 * @throws {ApiError} 404 `resource_not_found`; 403 `session_scope_exceeded` for what belongs to another case.
 */
export async function requireResource(
  db: Kysely<Database>,
  { method, resource }: Endpoint,
  caller: Caller,
  id: string | undefined,
): Promise<object | null> {
  if (method === 'GET' || id === undefined || resource === undefined) return null;
  const find = (resources as Partial<Record<string, Find>>)[resource];
  if (!find) throw new Error(`Nothing finds a resource of the kind ${resource}`);
  const row = isId(resource, id) ? await find(db, caller.mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  if (caller.kind === 'session' && 'case_id' in row && row.case_id !== caller.caseId) {
    throw new ApiError('session_scope_exceeded', { detail: 'A session key reaches its own case alone.' });
  }
  return row;
}
