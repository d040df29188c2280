import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds the remaining tokens of each rate limit, shared by all nodes. The table is unlogged: writes are cheap, and a
 * crash refills all buckets. Names are keyed fingerprints, since they may contain an address.
 */
export async function addRateLimits(db: Kysely<Database>): Promise<void> {
  await sql`create unlogged table rate_limits (
    name text collate "C" primary key, quota float8 not null, per_second float8 not null, tokens float8 not null,
    lent float8 not null, at timestamptz(3) not null) with (fillfactor = 50)`.execute(db);
}
