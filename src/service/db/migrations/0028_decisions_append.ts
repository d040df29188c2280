import { type Kysely, sql } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/**
 * Adds a permanent row for each resolution of a hit, search keys of screenings by matched entity and by the customer's
 * reference, and the thresholds and lists of each screening.
 */
export async function decisionsAppend(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await makeIndex(
    db,
    'aml_screenings_by_reference',
    'aml_screenings (mode, reference_mark, id) where reference_mark is not null',
  );
}

const ID = 'text collate "C"';

const statements = [
  `create table if not exists hit_decisions (
    id ${ID} primary key, mode text not null, subject ${ID} not null, screening_id ${ID} not null,
    case_id ${ID} not null, kind text not null, key_id ${ID} not null, at timestamptz(3) not null, sealed bytea not null)`,
  'create index if not exists hit_decisions_of_subjects on hit_decisions (subject, id)',
  'create index if not exists hit_decisions_of_screenings on hit_decisions (screening_id, id)',
  `create table if not exists aml_screening_entities (
    mark text not null, screening_id ${ID} not null, case_id ${ID} not null, primary key (mark, screening_id))`,
  'create index if not exists aml_screening_entities_of_screenings on aml_screening_entities (screening_id)',
  'create index if not exists aml_screening_entities_of_cases on aml_screening_entities (case_id)',
  `alter table aml_screenings add column if not exists reference_mark text,
    add column if not exists criteria jsonb`,
];
