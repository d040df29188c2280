import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Requests to wallets and their answers, and the details that a credential proves. */
export async function addCredentials(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table credential_checks (
    case_id text collate "C" not null, id text collate "C" not null, mode text not null, status text not null,
    origin text not null, asked jsonb not null, sealed_session bytea, sealed_answer bytea, answer_sha256 text,
    found jsonb, created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
    answered_at timestamptz(3), completed_at timestamptz(3), primary key (case_id, id))`,
  `create index credential_checks_waiting on credential_checks (expires_at) where status = 'waiting'`,
  'alter table cases add column proven bytea',
];
