import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { caseTables } from './start/caseTables.ts';
import { outboxTables } from './start/outboxTables.ts';
import { reviewTables } from './start/reviewTables.ts';
import { screeningTables } from './start/screeningTables.ts';

/** Creates the tables. Ids collate byte by byte, so that their order is the order of time. */
export async function start(db: Kysely<Database>): Promise<void> {
  for (const subject of [caseTables, outboxTables, screeningTables, reviewTables])
    for (const statement of subject.split(';\n')) if (statement.trim()) await sql.raw(statement).execute(db);
}
