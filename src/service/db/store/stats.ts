import { type Kysely, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import { idFloor } from '../idRange.ts';
import type { Database } from '../schema.ts';

/** The figures of one day in the funnel statement. */
export interface FunnelRow {
  date: string;
  created: number;
  consented: number;
  details: number;
  selfie: number;
  submitted: number;
  approved: number;
  declined: number;
  in_review: number;
  expired: number;
  canceled: number;
  consent_seconds: number | null;
  details_seconds: number | null;
  selfie_seconds: number | null;
  outcome_seconds: number | null;
}

interface Range {
  mode: Mode;
  from: Date;
  /** Exclusive. */
  until: Date;
}

export const stats = {
  /**
   * Cases by the day of their creation (UTC), which is part of their ids, and the steps that they have reached by now.
   */
  funnel: async (db: Kysely<Database>, { mode, from, until }: Range): Promise<FunnelRow[]> => {
    const { rows } = await sql<FunnelRow>`
      with steps as (
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, status, created_at, submitted_at,
          decided_at, (consent->>'biometric')::boolean as agreed, (consent->>'at')::timestamptz as consented_at,
          (checks->'personalDetails'->>'completedAt')::timestamptz as details_at,
          (checks->'selfie'->>'completedAt')::timestamptz as selfie_at
        from cases where mode = ${mode} and id >= ${idFloor('case', from)} and id < ${idFloor('case', until)}
      )
      select date, count(*)::int as created,
        (count(*) filter (where agreed))::int as consented,
        count(details_at)::int as details, count(selfie_at)::int as selfie, count(submitted_at)::int as submitted,
        ${sql.join(STATUSES.map((status) => sql`(count(*) filter (where status = ${status}))::int as ${sql.ref(status)}`))},
        ${median(sql`consented_at - created_at`)} as consent_seconds,
        ${median(sql`details_at - consented_at`)} as details_seconds,
        ${median(sql`selfie_at - greatest(details_at, consented_at)`)} as selfie_seconds,
        ${median(sql`decided_at - submitted_at`)} as outcome_seconds
      from steps group by date order by date`.execute(db);
    return rows;
  },

  /** How often cases were asked for input again, by day (UTC) and reason. */
  retries: async (
    db: Kysely<Database>,
    { mode, from, until }: Range,
  ): Promise<{ date: string; reason: string; count: number }[]> => {
    const { rows } = await sql<{ date: string; reason: string; count: number }>`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, reason, count(*)::int as count
      from events cross join lateral jsonb_array_elements_text(data->'reasons') as reason
      where mode = ${mode} and type = 'case.requires_input'
        and id >= ${idFloor('evt', from)} and id < ${idFloor('evt', until)}
      group by 1, 2`.execute(db);
    return rows;
  },
};

const STATUSES = ['approved', 'declined', 'in_review', 'expired', 'canceled'] as const;

/** The median of an interval in seconds; `null` without data. */
function median(interval: ReturnType<typeof sql>) {
  return sql`percentile_cont(0.5) within group (order by extract(epoch from ${interval})::float8)::float8`;
}
