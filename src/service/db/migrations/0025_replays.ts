import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds the number of captures of a case that were refused or never sent, and fingerprints of pictures, by which reused
 * pictures are found across cases. The fingerprints are keyed, and stored as long as the pictures themselves.
 */
export async function addReplays(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table cases add column refused_captures integer not null default 0,
    add column challenges_drawn integer not null default 0`,
  'alter table selfie_checks add column stuck_at text',
  `create table selfie_fingerprints (
    case_id text collate "C" not null, check_id text collate "C" not null, marks bigint[] not null,
    primary key (case_id, check_id))`,
  'create index selfie_fingerprints_marks on selfie_fingerprints using gin (marks)',
];
