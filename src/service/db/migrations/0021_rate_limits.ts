import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * What is left of each limit, for all nodes together. Not logged: a crash fills all buckets, and writes cost little. A
 * name is a keyed fingerprint, since it may be made of an address.
 */
export async function addRateLimits(db: Kysely<Database>): Promise<void> {
  await sql`create unlogged table rate_limits (
    name text collate "C" primary key, quota float8 not null, per_second float8 not null, tokens float8 not null,
    lent float8 not null, at timestamptz(3) not null) with (fillfactor = 50)`.execute(db);
}
