import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds hand-offs from a computer to a phone, and session keys that are limited to the selfie. */
export async function addHandoffs(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table handoffs (
    case_id text collate "C" primary key, mode text not null, status text not null, reason text,
    starts jsonb not null, secrets jsonb not null, computer text not null, address_mark text, phone text,
    phone_key jsonb, phone_cookie text, digits bytea, seconds real, same_address boolean,
    wrong_digits integer not null default 0, refusals integer not null default 0,
    created_at timestamptz(3) not null, confirmed_at timestamptz(3))`,
  `create index handoffs_waiting on handoffs (created_at) where status = 'waiting'`,
  'alter table session_keys add column reach text',
];
