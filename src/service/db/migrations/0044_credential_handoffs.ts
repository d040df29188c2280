import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds hand-offs of the credential step. */
export async function addCredentialHandoffs(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table handoffs add column step text not null default 'selfie'`,
  'alter table session_keys add column step text',
  'alter table credential_checks add column by_phone boolean not null default false',
];
