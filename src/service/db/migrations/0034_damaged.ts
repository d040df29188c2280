import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Replaces the quarantine of monitoring by one table for all kinds of background work. */
export async function addDamaged(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table quarantine (
    work text not null, subject text collate "C" not null, error text not null, at timestamptz(3) not null,
    retry_at timestamptz(3), primary key (work, subject))`,
  `insert into quarantine (work, subject, error, at) select 'monitoring', subject, error, at from aml_quarantine`,
];
