import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the end of an exception: a resolution that is valid until then. Afterwards the hit is open again. */
export async function exceptions(db: Kysely<Database>): Promise<void> {
  await sql`alter table hit_resolutions add column holds_until timestamptz(3)`.execute(db);
  await sql`create index hit_resolutions_to_end on hit_resolutions (holds_until) where holds_until is not null`.execute(
    db,
  );
}
