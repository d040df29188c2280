import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds the number of hits of a screening, and the facts that could not be compared: codes and kinds, no personal data.
 */
export async function notCompared(db: Kysely<Database>): Promise<void> {
  await sql`alter table aml_screenings add column total_hits integer, add column not_compared jsonb`.execute(
    db,
  );
  await sql`alter table aml_batches add column not_comparable integer not null default 0`.execute(db);
}
