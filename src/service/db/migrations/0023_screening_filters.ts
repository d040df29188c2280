import type { Kysely } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/** Adds indexes by which screenings and watches are found by status. */
export async function screeningFilters(db: Kysely<Database>): Promise<void> {
  await makeIndex(db, 'aml_screenings_by_status', 'aml_screenings (mode, status, id)');
  await makeIndex(db, 'aml_watches_by_mode', 'aml_watches (mode, id)');
  await makeIndex(db, 'aml_watches_by_status', 'aml_watches (mode, status, id)');
}
