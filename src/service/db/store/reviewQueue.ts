import { type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { CasesTable, Database } from '../schema.ts';
import { dueTime, isWaiting } from './caseClaims.ts';

type Db = Kysely<Database>;

export interface QueueFilter {
  mode: Mode;
  now: Date;
  /** The id of the requesting reviewer. */
  by: string;
  show: 'all' | 'free' | 'mine' | 'overdue';
  /** Start of the page: due time and id of the last case of the previous page. */
  after: { due: Date; id: string } | null;
  limit: number;
}

export type QueueRow = Pick<
  Selectable<CasesTable>,
  'id' | 'data_key' | 'customer' | 'claimed_by' | 'claimed_at' | 'claimed_until'
> & { due: Date; hasOwn: boolean };

export interface QueueFigures {
  waiting: number;
  overdue: number;
  oldest: Date | null;
}

export const reviewQueue = {
  /** Waiting cases, in order of their due time. */
  list: async (db: Db, { mode, now, by, show, after, limit }: QueueFilter): Promise<QueueRow[]> => {
    const filters = {
      all: sql`true`,
      free: sql`(claimed_until is null or claimed_until <= ${now})`,
      mine: sql`(claimed_by = ${by} and claimed_until > ${now})`,
      overdue: sql`${dueTime} <= ${now}`,
    }[show];
    const from = after ? sql`(${dueTime}, id) > (${after.due}, ${after.id})` : sql`true`;
    const ownJudgement = sql`exists (select 1 from judgements own where own.case_id = cases.id and own.round = cases.decisions
      and own.reviewer = ${by} and own.outcome is not null)`;
    // A known pair goes to further reviewers after a judgement. A reviewer who has judged it does not see it again,
    // like any decided case.
    const { rows } = await sql<QueueRow>`
      select id, data_key, customer, claimed_by, claimed_at, claimed_until, ${dueTime} as due,
        ${ownJudgement} as "hasOwn"
      from cases where mode = ${mode} and ${isWaiting} and ${filters} and ${from}
        and (status = 'in_review' or not ${ownJudgement})
      order by ${dueTime}, id limit ${limit}`.execute(db);
    return rows;
  },

  /** The cases among `ids` that wait for a reviewer. */
  waitingOf: async (db: Db, ids: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from cases where ${isWaiting} and id in (${sql.join(ids)})`.execute(db);
    return rows.map(({ id }) => id);
  },

  figures: async (db: Db, mode: Mode, now: Date): Promise<QueueFigures> => {
    const { rows } = await sql<{ waiting: string; overdue: string; oldest: Date | null }>`
      select count(*) as waiting, count(*) filter (where ${dueTime} <= ${now}) as overdue, min(${dueTime}) as oldest
      from cases where mode = ${mode} and ${isWaiting}`.execute(db);
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
