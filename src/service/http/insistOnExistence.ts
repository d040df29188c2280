import type { Kysely } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type IdPrefix, isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { events } from '../db/store/events.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import type { Caller } from './caller.ts';

type Find = (db: Kysely<Database>, mode: Mode, id: string) => Promise<object | undefined>;

/** What the `:id` of a path names, by how the path begins. */
const KINDS: readonly [path: string, prefix: IdPrefix, find: Find][] = [
  ['/cases/:id', 'case', cases.find],
  ['/test/cases/:id', 'case', cases.find],
  ['/biometrics/selfie-check/:id', 'bio', selfieChecks.find],
  ['/aml/screen/:id', 'aml', amlScreenings.find],
  ['/webhook-endpoints/:id', 'we', webhookEndpoints.find],
  ['/events/:id', 'evt', events.find],
];

/**
 * Refuses a request about nothing before its body is looked at: what does not exist is told before what is wrong with
 * the input. Handlers that only read look for themselves.
 * @throws {ApiError} 404 `resource_not_found`; 403 `session_scope_exceeded` for what belongs to another case.
 */
export async function insistOnExistence(
  db: Kysely<Database>,
  { method, path }: Endpoint,
  caller: Caller,
  id: string | undefined,
): Promise<void> {
  if (method === 'GET' || id === undefined) return;
  const [, prefix, find] = KINDS.find(([start]) => path.startsWith(start))!;
  const row = isId(prefix, id) ? await find(db, caller.mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  if (caller.kind === 'session' && 'case_id' in row && row.case_id !== caller.caseId) {
    throw new ApiError('session_scope_exceeded', { detail: 'A session key reaches its own case alone.' });
  }
}
