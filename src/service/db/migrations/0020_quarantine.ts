import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds damaged cases and watches that could not be screened against new lists, with the error. */
export async function addQuarantine(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_quarantine (
    subject text collate "C" primary key, dataset integer not null, error text not null, at timestamptz(3) not null)`.execute(
    db,
  );
}
