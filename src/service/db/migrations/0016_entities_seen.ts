import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the list entries that screenings matched, by dataset version. Contains no screened person. */
export async function addEntitiesSeen(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_entities (dataset text not null, id text not null, entity jsonb not null,
    primary key (id, dataset))`.execute(db);
}
