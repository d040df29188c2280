import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the index by which retention finds screenings without a case, in order of creation, until they are emptied. */
export async function screeningsToErase(db: Kysely<Database>): Promise<void> {
  await sql
    .raw(`create index aml_screenings_to_erase on aml_screenings (completed_at)
      where case_id is null and sealed_hits is not null`)
    .execute(db);
  await sql
    .raw(`create index hit_resolutions_to_erase on hit_resolutions (resolved_at)
      where case_id is null and note is not null`)
    .execute(db);
  // Resolutions of cases that had been redacted before.
  await sql
    .raw(`update hit_resolutions set case_id = null, note = null
      where case_id in (select id from cases where data_key is null)`)
    .execute(db);
}
