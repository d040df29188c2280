import { type Kysely, sql } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/** Adds a separate retention for personal details, which are deleted before the evidence of their case. */
export async function evidence(db: Kysely<Database>): Promise<void> {
  await sql`alter table cases add column if not exists details_deleted_at timestamptz(3)`.execute(db);
  await makeIndex(
    db,
    'cases_with_details',
    'cases (ended_at) where ended_at is not null and details_deleted_at is null',
  );
}
