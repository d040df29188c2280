import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the case of each stored idempotent response: the response is deleted with the case. */
export async function answersOfCases(db: Kysely<Database>): Promise<void> {
  await sql.raw('alter table idempotency_keys add column case_id text collate "C"').execute(db);
  await sql
    .raw('create index idempotency_keys_by_case on idempotency_keys (case_id) where case_id is not null')
    .execute(db);
}
