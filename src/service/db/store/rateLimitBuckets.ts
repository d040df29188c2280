import { type Kysely, sql } from 'kysely';
import type { GrantedTokens, RequestedTokens } from '../../limits/SharedRateLimiter.ts';
import type { Database } from '../schema.ts';

export const rateLimitBuckets = {
  /**
   * Leases tokens from shared buckets, up to the number that each has. Buckets are locked in a fixed order, which
   * prevents deadlocks.
   */
  lend: async (
    db: Kysely<Database>,
    requests: readonly RequestedTokens[],
    now: Date,
  ): Promise<GrantedTokens[]> => {
    const { rows } = await sql<GrantedTokens>`
      insert into rate_limits as own (name, quota, per_second, tokens, lent, at)
      select name, quota, "perSecond", quota - wanted, wanted, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
        as asked (name text, quota float8, "perSecond" float8, wanted float8)
      order by name
      on conflict (name) do update set (tokens, lent, at, quota, per_second) = (
        select level - granted, granted, greatest(own.at, excluded.at), excluded.quota, excluded.per_second
        from (select least(excluded.quota, own.tokens + excluded.per_second
            * greatest(0, extract(epoch from excluded.at - own.at))::float8) as level) refilled,
          lateral (select least(excluded.lent, floor(level)) as granted) taken)
      returning name, lent, tokens`.execute(db);
    return rows;
  },

  /** Deletes up to `limit` buckets that are full again. @returns how many. */
  forget: async (db: Kysely<Database>, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from rate_limits where name in (
        select name from rate_limits where at < ${before} order by name limit ${limit} for update skip locked)`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  },
};
