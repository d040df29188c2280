import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** What a list said of an entity when a screening met it: the version of the dataset, the entity, and nobody else. */
export async function addEntitiesSeen(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_entities (dataset text not null, id text not null, entity jsonb not null,
    primary key (id, dataset))`.execute(db);
}
