import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Cases and watches that could not be screened against new lists, because they are damaged, and with what error. */
export async function addQuarantine(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_quarantine (
    subject text collate "C" primary key, dataset integer not null, error text not null, at timestamptz(3) not null)`.execute(
    db,
  );
}
