import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the recording that the step pictures of a capture belong to, and its measurements. */
export async function selfieTrails(db: Kysely<Database>): Promise<void> {
  await sql
    .raw(
      `create table selfie_trails (
        check_id text collate "C" primary key references selfie_checks on delete cascade,
        sealed bytea not null, received_at timestamptz(3) not null)`,
    )
    .execute(db);
  await sql.raw('alter table selfie_checks add column signals jsonb').execute(db);
}
