import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the details that the customer already knows, sealed with the data key of the case. */
export async function addPrefill(db: Kysely<Database>): Promise<void> {
  await sql`alter table cases add column prefill bytea`.execute(db);
}
