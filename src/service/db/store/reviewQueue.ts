import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Priority } from '../reviewTables.ts';
import type { CasesTable, Database } from '../schema.ts';
import { isWaiting, isWithSomebody, sawEvidence } from './reviewTerms.ts';

type Db = Kysely<Database>;

/** The place of a case in the queue. */
export interface Place {
  priority: Priority;
  due: Date;
  id: string;
}

export interface QueueFilter {
  mode: Mode;
  now: Date;
  /** The id of the requesting reviewer. */
  by: string;
  /** `second`: another reviewer has judged; `settle`: two disagree, and an administrator decides. */
  show: 'all' | 'free' | 'mine' | 'overdue' | 'second' | 'settle';
  /** Only cases of one reference of the customer. */
  referenceMark: string | null;
  /** Only cases that were created before. */
  createdBefore: Date | null;
  /** Only cases that came to the review for this reason; a sample has the reason of a case that no rule decides. */
  reason: string | null;
  /** Only cases with a hit on this list. */
  list: string | null;
  /** Start of the page: priority, due time and id of the last case of the previous page, or of the first one of the next page. */
  after: Place | null;
  before: Place | null;
  limit: number;
}

export type QueueRow = Pick<
  Selectable<CasesTable>,
  'id' | 'data_key' | 'customer' | 'claimed_by' | 'claimed_at' | 'claimed_until' | 'priority' | 'assigned_to'
> & { due: Date; hasOwn: boolean };

export interface QueueFigures {
  waiting: number;
  overdue: number;
  oldest: Date | null;
}

/** Whether a reviewer has done their part of this round. */
const ownJudgement = (
  by: string,
) => sql<boolean>`exists (select 1 from judgements own where own.case_id = cases.id
  and own.round = cases.decisions and own.reviewer = ${by} and (own.outcome is not null or own.asks_second))`;

/** How many have judged a case in this round, and whether somebody has done their part. */
const judged = sql<number>`(select count(*) from judgements made where made.case_id = cases.id
  and made.round = cases.decisions and made.outcome is not null and made.applies_at is null)`;
const isBegun = sql<boolean>`exists (select 1 from judgements made where made.case_id = cases.id
  and made.round = cases.decisions and (made.asks_second or (made.outcome is not null and made.applies_at is null)))`;

function conditionOf({
  show,
  now,
  by,
  referenceMark,
  createdBefore,
  reason,
  list,
}: QueueFilter): RawBuilder<boolean> {
  const mayTake = sql`not ${ownJudgement(by)} and not ${sawEvidence(sql`${by}`)}`;
  const shown = {
    all: sql`true`,
    free: sql`(claimed_until is null or claimed_until <= ${now}) and ${mayTake} and ${judged} < 2 and not ${isWithSomebody({ by, now })}`,
    mine: sql`((claimed_by = ${by} and claimed_until > ${now}) or (assigned_to = ${by} and ${mayTake}))`,
    overdue: sql`due_at <= ${now}`,
    second: sql`status = 'in_review' and ${isBegun} and ${judged} < 2 and ${mayTake}`,
    settle: sql`status = 'in_review' and ${judged} >= 2 and ${mayTake}`,
  }[show];
  const ofReference = referenceMark === null ? sql`true` : sql`reference_mark = ${referenceMark}`;
  const isOld = createdBefore === null ? sql`true` : sql`created_at <= ${createdBefore}`;
  const isFor = reason === null ? sql`true` : cameFor(reason);
  const isOn = list === null ? sql`true` : hasHitOn(list);
  return sql<boolean>`${shown} and ${ofReference} and ${isOld} and ${isFor} and ${isOn}`;
}

const cameFor = (reason: string) => sql`(case when status = 'in_review'
  then coalesce(decision -> 'reasons' @> ${JSON.stringify([reason])}::jsonb, false) else ${reason === 'review_required'} end)`;

const hasHitOn = (
  list: string,
) => sql`exists (select 1 from aml_screenings screening where screening.case_id = cases.id
  and screening.id = cases.checks -> 'aml' ->> 'id' and screening.hit_lists @> ${JSON.stringify([list])}::jsonb)`;

/** All cases of any queue. */
const MOST = 1_000_000_000;

/** The order of the queue. */
const place = sql`(priority, due_at, id)`;

export const reviewQueue = {
  /** Waiting cases, in order of their priority and their due time. */
  list: async (db: Db, filter: QueueFilter): Promise<QueueRow[]> => {
    const { mode, by, after, before, limit } = filter;
    const own = ownJudgement(by);
    const order = sql.raw(before ? 'desc' : 'asc');
    const at = (from: Place) => sql`(${from.priority}::smallint, ${from.due}::timestamptz, ${from.id})`;
    const from = after ? sql`${place} > ${at(after)}` : before ? sql`${place} < ${at(before)}` : sql`true`;
    // A known pair goes to further reviewers after a judgement. A reviewer who has judged it does not see it again,
    // like any decided case.
    const { rows } = await sql<QueueRow>`
      select id, data_key, customer, claimed_by, claimed_at, claimed_until, priority, assigned_to,
        due_at as due, ${own} as "hasOwn"
      from cases where mode = ${mode} and ${isWaiting} and ${conditionOf(filter)} and ${from}
        and (status = 'in_review' or not (${own} or ${sawEvidence(sql`${by}`)}))
      order by priority ${order}, due_at ${order}, id ${order} limit ${limit}`.execute(db);
    return before ? rows.reverse() : rows;
  },

  /**
   * The cases among `ids` that may still come to a review, or wait for one, or of which another one of the same reference
   * does.
   */
  undecidedOf: async (db: Db, ids: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select one.id from cases one where one.id in (${sql.join(ids)}) and exists (select 1 from cases
        where (${isWaiting} or status in ('requires_input', 'processing')) and (cases.id = one.id or (cases.mode = one.mode and cases.reference_mark = one.reference_mark)))`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },

  /** @param most cases that are counted: a long queue need not be counted whole for each of its pages. */
  figures: async (db: Db, mode: Mode, now: Date, most = MOST): Promise<QueueFigures> => {
    const inLine = sql`from cases where mode = ${mode} and priority in (0, 1, 2) and ${isWaiting}`;
    const { rows } = await sql<{ waiting: string; overdue: string; oldest: Date | null }>`select
      (select count(*) from (select 1 ${inLine} limit ${most}) counted) as waiting,
      (select count(*) from (select 1 ${inLine} and due_at <= ${now} limit ${most}) counted) as overdue,
      (select min(first.due_at) from (values (0), (1), (2)) as rank (value), lateral (
        select due_at from cases where mode = ${mode} and priority = rank.value and ${isWaiting}
        order by due_at limit 1) first) as oldest`.execute(db);
    const { waiting, overdue, oldest } = rows[0]!;
    return { waiting: Number(waiting), overdue: Number(overdue), oldest };
  },

  /** Number of cases that the team decided in each hour since a time. Quality checks are not counted. */
  decidedByHour: async (db: Db, mode: Mode, since: Date): Promise<{ hour: Date; count: number }[]> => {
    const { rows } = await sql<{ hour: Date; count: string }>`
      select date_trunc('hour', judgements.decided_at) as hour, count(*) as count
      from judgements join cases on cases.id = judgements.case_id
      where cases.mode = ${mode} and judgements.decided_at >= ${since} and judgements.outcome is not null
        and judgements.applies_at is null and not judgements.is_sample
      group by 1 order by 1`.execute(db);
    return rows.map(({ hour, count }) => ({ hour, count: Number(count) }));
  },

  /** Number of cases that two or more reviewers judged since a time, and the number in which the first two agreed. */
  agreement: async (db: Db, mode: Mode, since: Date): Promise<{ pairs: number; agreed: number }> => {
    const { rows } = await sql<{ pairs: string; agreed: string }>`
      with made as (
        select judgements.case_id, judgements.round, outcome,
          row_number() over (partition by judgements.case_id, judgements.round order by judgements.decided_at) as place
        from judgements join cases on cases.id = judgements.case_id
        where cases.mode = ${mode} and judgements.decided_at >= ${since} and outcome is not null
          and judgements.applies_at is null and not is_sample)
      select count(*) as pairs, count(*) filter (where one.outcome = two.outcome) as agreed
      from made one join made two using (case_id, round) where one.place = 1 and two.place = 2`.execute(db);
    return { pairs: Number(rows[0]!.pairs), agreed: Number(rows[0]!.agreed) };
  },
};
