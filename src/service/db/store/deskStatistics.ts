import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database } from '../schema.ts';

/** Decisions of one reviewer, for one reason for the review, or on cases with hits on one list. */
export interface StatisticsRow {
  /** The id of the reviewer, the code of the reason, or the name of the list. */
  group: string;
  decided: number;
  approved: number;
  declined: number;
  askedAgain: number;
  /** Median time from opening the case to the decision; `null`: not known, as of decisions by the API. */
  medianSeconds: number | null;
  /** Decisions with a due time, and those of them that met it. */
  due: number;
  dueMet: number;
  /** Approvals and declines that a later decision followed. */
  reopened: number;
}

export type StatisticsBy = 'reviewer' | 'reason' | 'list';

const GROUPS: Record<StatisticsBy, RawBuilder<string>> = {
  reviewer: sql`made.reviewer`,
  reason: sql`jsonb_array_elements_text(made.came_for -> 'reasons')`,
  list: sql`jsonb_array_elements_text(made.came_for -> 'lists')`,
};

/** Figures of the decisions of a time, without samples, and without proposals: a second reviewer must not learn of them. */
export async function deskStatistics(
  db: Kysely<Database>,
  mode: Mode,
  { by, since }: { by: StatisticsBy; since: Date },
): Promise<StatisticsRow[]> {
  const { rows } = await sql<StatisticsRow>`
    with counted as (
      select ${GROUPS[by]} as name, made.outcome, made.opened_at, made.decided_at, made.due_at,
        made.outcome in ('approved', 'declined') and exists (select 1 from judgements later
          where later.case_id = made.case_id and later.round > made.round and later.outcome is not null
            and later.applies_at is null and not later.is_sample) as was_reopened
      from judgements made join cases on cases.id = made.case_id
      where cases.mode = ${mode} and made.decided_at >= ${since} and made.outcome is not null
        and made.applies_at is null and not made.is_sample
        and (made.round < cases.decisions or made.outcome = 'requires_input'))
    select name as "group", count(*)::integer as decided,
      (count(*) filter (where outcome = 'approved'))::integer as approved,
      (count(*) filter (where outcome = 'declined'))::integer as declined,
      (count(*) filter (where outcome = 'requires_input'))::integer as "askedAgain",
      (percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at))
        filter (where decided_at > opened_at))::double precision as "medianSeconds",
      (count(due_at))::integer as due, (count(*) filter (where decided_at <= due_at))::integer as "dueMet",
      (count(*) filter (where was_reopened))::integer as reopened
    from counted group by name order by name`.execute(db);
  return rows;
}
