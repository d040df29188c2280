import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds decided cases with a known answer, whether their pictures show one person, to measure reviewers. */
export async function addKnownPairs(db: Kysely<Database>): Promise<void> {
  await sql
    .raw(
      `create table if not exists known_pairs (
        case_id text collate "C" primary key references cases on delete cascade, is_same boolean not null,
        made_by text collate "C" not null, made_at timestamptz(3) not null)`,
    )
    .execute(db);
}
