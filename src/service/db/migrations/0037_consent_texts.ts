import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the texts of consents, each stored once, and the branding. Neither contains personal data. */
export async function addConsentTexts(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table consent_texts (
    mode text not null, hash text collate "C" not null, text text not null, created_at timestamptz(3) not null,
    primary key (mode, hash))`,
  `create table branding (
    mode text primary key, settings jsonb not null, updated_at timestamptz(3) not null)`,
];
