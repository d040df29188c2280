import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobsTable } from '../jobsTable.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<JobsTable>;
export type NewJobRow = Omit<Row, 'attempt' | 'turn' | 'leased_until' | 'claim'>;

/** The parameters of a claim of jobs in a queue. */
export interface JobClaim {
  queue: string;
  now: Date;
  leasedUntil: Date;
  /** The id of the claim. Only its holder can finish the jobs. */
  claim: string;
  limit: number;
}

export const jobs = {
  /**
   * Adds a job. One of the same kind for the same subject is replaced and starts again. `turn` is its fairness rank:
   * the number of jobs of its case that wait before it, so that a case with many jobs does not delay others.
   */
  put: (db: Db, row: NewJobRow): Promise<unknown> =>
    sql`
      insert into jobs (id, kind, queue, subject, case_id, priority, run_at, created_at, attempt, turn)
      values (${row.id}, ${row.kind}, ${row.queue}, ${row.subject}, ${row.case_id}, ${row.priority}, ${row.run_at},
        ${row.created_at}, 0, case when ${row.case_id}::text = '' then 0 else (
          select count(*) from jobs where case_id = ${row.case_id}::text and queue = ${row.queue}::text) end)
      on conflict (kind, subject) do update set id = excluded.id, queue = excluded.queue, case_id = excluded.case_id,
        priority = excluded.priority, run_at = excluded.run_at, attempt = 0, leased_until = null, claim = null,
        created_at = excluded.created_at`.execute(db),

  /** Adds a job, unless one of its kind exists for its subject. */
  putIfNone: (db: Db, row: NewJobRow): Promise<unknown> =>
    db
      .insertInto('jobs')
      .values({ ...row, attempt: 0, turn: 0 })
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
      .execute(),

  /** Claims due jobs of a queue until the lease ends: live mode first, then fair between cases. */
  claim: async (db: Db, { queue, now, leasedUntil, claim, limit }: JobClaim): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      update jobs set leased_until = ${leasedUntil}, claim = ${claim}, attempt = attempt + 1
      where id in (
        select id from jobs
        where queue = ${queue} and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by priority, turn, run_at limit ${limit}
        for update skip locked)
      returning *`.execute(db);
    return rows;
  },

  /** Time at which the next job of a queue can be claimed. */
  nextDue: async (db: Db, queue: string): Promise<Date | null> => {
    const { rows } = await sql<{ next: Date | null }>`
      select min(greatest(run_at, leased_until)) as next from jobs where queue = ${queue}`.execute(db);
    return rows[0]?.next ?? null;
  },

  /** Extends the leases of claimed jobs. */
  renew: (db: Db, claims: readonly string[], leasedUntil: Date): Promise<unknown> =>
    db.updateTable('jobs').set({ leased_until: leasedUntil }).where('claim', 'in', claims).execute(),

  /** Ends all leases. Call it only if no other process can hold one. */
  releaseAll: (db: Db): Promise<unknown> =>
    db
      .updateTable('jobs')
      .set({ leased_until: null, claim: null })
      .where('leased_until', 'is not', null)
      .execute(),

  /** Removes a finished job. @returns whether the claim was still held. */
  remove: async (db: Db, { id, claim }: Pick<Row, 'id' | 'claim'>): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** Releases a claimed job to be run again. @returns whether the claim was still held. */
  postpone: async (
    db: Db,
    { id, claim }: Pick<Row, 'id' | 'claim'>,
    set: { run_at: Date; attempt: number },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ ...set, leased_until: null, claim: null })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Makes a periodic job due now. */
  runNow: (db: Db, kind: string, now: Date): Promise<unknown> =>
    db.updateTable('jobs').set({ run_at: now }).where('kind', '=', kind).execute(),

  /** Whether a case has any job. */
  isWorkedOn: async (db: Db, caseId: string): Promise<boolean> =>
    (await db.selectFrom('jobs').select('id').where('case_id', '=', caseId).executeTakeFirst()) !== undefined,

  /** Whether another job of the same kind and subject has replaced it. */
  isReplaced: async (db: Db, { id, kind, subject }: Pick<Row, 'id' | 'kind' | 'subject'>): Promise<boolean> =>
    (await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('id', '<>', id)
      .executeTakeFirst()) !== undefined,
};
