import type { Kysely } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointName, endpoints } from '../../contract/endpoints.ts';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { Database } from '../db/schema.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { cases } from '../db/store/cases.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { events } from '../db/store/events.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { requireOwnCase } from './authenticate.ts';
import type { Caller } from './env.ts';

type Find = (db: Kysely<Database>, mode: Mode, id: string) => Promise<object | undefined>;

/**
 * Refuses a request to a missing resource before its body is read: a missing resource is reported before an error in
 * the input. Handlers that only read look the resource up themselves.
 * @returns the row of `:id`; `null` if the path has no `:id`, or the request only reads.
 * @throws {ApiError} 404 `resource_not_found`; 403 `session_scope_exceeded` for a resource of another case.
 */
export async function requireResource(
  db: Kysely<Database>,
  { method, resource }: Endpoint,
  caller: Caller,
  id: string | undefined,
): Promise<object | null> {
  if (method === 'GET' || id === undefined || resource === undefined) return null;
  const find = (resources as Partial<Record<string, Find>>)[resource];
  if (!find) throw new Error(`There is no look-up for resources of the kind ${resource}`);
  const row = isId(resource, id) ? await find(db, caller.mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  if ('case_id' in row) requireOwnCase(caller, row.case_id as string);
  return row;
}

/** Finds each kind of resource that the `:id` of a path can name. */
const resources = {
  case: cases.find,
  bio: selfieChecks.find,
  cred: credentialChecks.find,
  doc: documentChecks.find,
  aml: amlScreenings.find,
  watch: amlWatches.find,
  batch: amlBatches.find,
  we: webhookEndpoints.find,
  evt: events.find,
  key: apiKeys.find,
} as const;

type KindOf<Name extends EndpointName> = (typeof endpoints)[Name] extends { resource: infer K } ? K : never;

/** The row that the `:id` of an endpoint names. */
export type ResourceOf<Name extends EndpointName> = {
  [Kind in keyof typeof resources]: NonNullable<Awaited<ReturnType<(typeof resources)[Kind]>>>;
}[Extract<KindOf<Name>, keyof typeof resources>];
