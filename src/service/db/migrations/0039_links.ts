import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Links to the hosted page of a case, and the browsers that opened them. */
export async function addLinks(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table links (
    case_id text collate "C" primary key, mode text not null, hash text collate "C" not null,
    secret bytea not null, created_at timestamptz(3) not null, wrong_dates integer not null default 0)`,
  `create table page_cookies (
    case_id text collate "C" not null, hash text collate "C" not null, expires_at timestamptz(3) not null,
    primary key (case_id, hash))`,
  'create index page_cookies_expires_at on page_cookies (expires_at)',
  'alter table branding add column logo bytea',
  'alter table branding add column logo_hash text',
];
