import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { CasesTable, Database } from '../schema.ts';
import { isWaiting, isWithSomebody, mayJudge } from './reviewTerms.ts';

type Db = Kysely<Database>;
type Row = Selectable<CasesTable>;

export interface Claim {
  /** The id of a reviewer or an API key. */
  by: string;
  now: Date;
  until: Date;
}

/** The columns of a case that nobody has claimed. */
export const NO_CLAIM = { claimed_by: null, claimed_at: null, claimed_until: null };

export const caseClaims = {
  /** Claims the next case for a reviewer: one that was passed to them, or else the first of the queue. */
  next: async (db: Db, mode: Mode, claim: Claim, rights: { settles: boolean }): Promise<Row | undefined> => {
    const isTheirs = sql<boolean>`assigned_to = ${claim.by}`;
    const passed = await caseClaims.first(db, mode, claim, { ...rights, among: isTheirs });
    return passed ?? (await caseClaims.first(db, mode, claim, { ...rights, among: sql`true` }));
  },

  /**
   * Claims the first case of the queue that is free, that the reviewer has not skipped and has not judged in this round, and of
   * which no hit waits for a person other than the reviewer, and whose evidence the reviewer has not seen; skips rows that another transaction has locked.
   * @param settles whether the reviewer decides disagreements.
   */
  first: async (
    db: Db,
    mode: Mode,
    { by, now, until }: Claim,
    { settles, among }: { settles: boolean; among: RawBuilder<boolean> },
  ): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`
      update cases set claimed_by = ${by}, claimed_at = ${now}, claimed_until = ${until} where id = (
        select id from cases where mode = ${mode} and ${isWaiting} and ${among}
          and (claimed_until is null or claimed_until <= ${now})
          and not exists (select 1 from skipped_cases skipped where skipped.case_id = cases.id and skipped.reviewer = ${by})
          and not exists (select 1 from judgements own where own.case_id = cases.id and own.round = cases.decisions
            and own.reviewer = ${by} and (own.outcome is not null or own.asks_second))
          and ${mayJudge(by)} and not ${isWithSomebody({ by, now })}
          and (${settles} or (select count(*) from judgements made where made.case_id = cases.id
            and made.round = cases.decisions and made.outcome is not null) < 2)
        order by priority, due_at, id limit 1 for update skip locked) returning *`.execute(db);
    return rows[0];
  },

  /** Claims one case whose row the transaction holds. */
  put: (db: Db, id: string, { by, now, until }: Claim, since = now): Promise<Row> =>
    db
      .updateTable('cases')
      .set({ claimed_by: by, claimed_at: since, claimed_until: until })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Extends a claim; an expired one stays expired. */
  renew: async (db: Db, id: string, { by, now, until }: Claim): Promise<void> => {
    await db
      .updateTable('cases')
      .set({ claimed_until: until })
      .where('id', '=', id)
      .where('claimed_by', '=', by)
      .where('claimed_until', '>', now)
      .execute();
  },

  /** Releases all claims of a reviewer, except for one case. */
  releaseAll: async (db: Db, by: string, but = ''): Promise<void> => {
    await db.updateTable('cases').set(NO_CLAIM).where('claimed_by', '=', by).where('id', '!=', but).execute();
  },

  /** Releases a claim. */
  release: async (db: Db, id: string, by: string): Promise<void> => {
    await db.updateTable('cases').set(NO_CLAIM).where('id', '=', id).where('claimed_by', '=', by).execute();
  },
};
