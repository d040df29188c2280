import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, JobsTable } from '../schema.ts';

type Db = Kysely<Database>;

export const jobs = {
  /** Adds a job. One of the same kind for the same subject is replaced: it begins anew. */
  put: (db: Db, row: Insertable<JobsTable>): Promise<unknown> =>
    db
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject']).doUpdateSet({
          id: row.id,
          run_at: row.run_at,
          attempt: 0,
          leased_until: null,
          created_at: row.created_at,
        }),
      )
      .execute(),

  /** Takes the job that is due longest, for nobody else to take until `leasedUntil`. */
  claim: async (db: Db, now: Date, leasedUntil: Date): Promise<Selectable<JobsTable> | undefined> => {
    const { rows } = await sql<Selectable<JobsTable>>`
      update jobs set leased_until = ${leasedUntil}, attempt = attempt + 1
      where id = (
        select id from jobs
        where run_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by run_at limit 1
        for update skip locked)
      returning *`.execute(db);
    return rows[0];
  },

  remove: (db: Db, id: string): Promise<unknown> => db.deleteFrom('jobs').where('id', '=', id).execute(),

  /** Gives a claimed job back, to be run again at `runAt`. */
  postpone: (db: Db, id: string, runAt: Date): Promise<unknown> =>
    db.updateTable('jobs').set({ run_at: runAt, leased_until: null }).where('id', '=', id).execute(),
};
