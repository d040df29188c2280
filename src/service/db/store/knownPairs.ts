import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { KnownPairsTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';
import { isLeftForOthers } from './reviewTerms.ts';

type Db = Kysely<Database>;

/** A reviewer's judgements of known pairs, and agreement with automatic approvals. */
export interface OwnQuality {
  reviewer: string;
  /** Pairs of one person: the number judged, the number judged as one person, and the number judged as two. */
  same: number;
  sameRight: number;
  sameWrong: number;
  different: number;
  differentRight: number;
  differentWrong: number;
  samples: number;
  samplesAgreed: number;
}

export const knownPairs = {
  put: (db: Db, row: Insertable<KnownPairsTable>): Promise<unknown> =>
    db
      .insertInto('known_pairs')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('case_id').doUpdateSet({ is_same: row.is_same, made_by: row.made_by }),
      )
      .execute(),

  delete: (db: Db, caseId: string): Promise<unknown> =>
    db.deleteFrom('known_pairs').where('case_id', '=', caseId).execute(),

  find: (db: Db, caseId: string): Promise<Selectable<KnownPairsTable> | undefined> =>
    db.selectFrom('known_pairs').selectAll().where('case_id', '=', caseId).executeTakeFirst(),

  /** The pairs in use, newest first. */
  list: (db: Db, mode: Mode, limit: number): Promise<Selectable<KnownPairsTable>[]> =>
    db
      .selectFrom('known_pairs')
      .innerJoin('cases', 'cases.id', 'known_pairs.case_id')
      .selectAll('known_pairs')
      .where('cases.mode', '=', mode)
      .where('cases.data_key', 'is not', null)
      .orderBy('made_at', 'desc')
      .limit(limit)
      .execute(),

  /** Whether an active reviewer has neither judged the pair in this round, nor skipped it, nor seen its evidence. */
  isLeftForSomebody: async (db: Db, caseId: string): Promise<boolean> => {
    const { rows } = await sql`select 1 from cases where id = ${caseId} and ${isLeftForOthers('')}`.execute(
      db,
    );
    return rows.length > 0;
  },

  /**
   * The figures of each reviewer, up to a time.
   * @param reviewer only this one; `null`: all.
   */
  quality: async (
    db: Db,
    mode: Mode,
    { before, reviewer }: { before: Date; reviewer: string | null },
  ): Promise<OwnQuality[]> => {
    const isReviewer = reviewer ? sql`judgements.reviewer = ${reviewer}` : sql`true`;
    const count = (condition: string) => sql`count(*) filter (where ${sql.raw(condition)})::integer`;
    const { rows } = await sql<OwnQuality>`
      select judgements.reviewer,
        ${count('is_same')} as same, ${count('is_same and likeness > 0')} as "sameRight",
        ${count('is_same and likeness < 0')} as "sameWrong", ${count('not is_same')} as different,
        ${count('not is_same and likeness < 0')} as "differentRight",
        ${count('not is_same and likeness > 0')} as "differentWrong",
        ${count('is_same is null')} as samples,
        ${count("is_same is null and judgements.outcome = 'approved'")} as "samplesAgreed"
      from judgements join cases on cases.id = judgements.case_id
        left join known_pairs on known_pairs.case_id = judgements.case_id
      where cases.mode = ${mode} and judgements.is_sample and judgements.outcome is not null
        and judgements.applies_at is null and judgements.decided_at < ${before} and ${isReviewer}
      group by judgements.reviewer`.execute(db);
    return rows;
  },

  /** Automatic approvals that a reviewer would have decided otherwise, newest first. */
  disputed: async (db: Db, mode: Mode, since: Date): Promise<{ id: string; outcome: string }[]> => {
    const { rows } = await sql<{ id: string; outcome: string }>`
      select cases.id, judgements.outcome from judgements join cases on cases.id = judgements.case_id
      where cases.mode = ${mode} and judgements.is_sample and judgements.outcome <> 'approved'
        and judgements.applies_at is null and judgements.decided_at >= ${since}
        and not exists (select 1 from known_pairs where known_pairs.case_id = cases.id)
      order by judgements.decided_at desc limit 50`.execute(db);
    return rows;
  },

  /** Decided cases that one reviewer wants to overturn, and that wait for a second reviewer. */
  toOverturn: async (db: Db, mode: Mode, since: Date): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct cases.id from judgements join cases on cases.id = judgements.case_id
      where cases.mode = ${mode} and cases.status in ('approved', 'declined') and not judgements.is_sample
        and judgements.round = cases.decisions and judgements.outcome is not null
        and judgements.applies_at is null and judgements.decided_at >= ${since} limit 50`.execute(db);
    return rows.map(({ id }) => id);
  },
};
