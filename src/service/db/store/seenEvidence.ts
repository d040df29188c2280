import { type Insertable, type Kysely, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { SeenEvidenceTable } from '../reviewTables.ts';
import type { CasesTable, Database } from '../schema.ts';
import { isWaiting, mayJudge, sawEvidence } from './reviewTerms.ts';

type Db = Kysely<Database>;

/** Whether a case waits for the judgement of somebody who has not seen its evidence. In a statement over `cases`. */
const waitsFor = (reviewer: string) => sql<boolean>`(${isWaiting} and not ${sawEvidence(sql`${reviewer}`)}
  and not exists (select 1 from judgements own where own.case_id = cases.id and own.round = cases.decisions
    and own.reviewer = ${reviewer} and (own.judged_at is not null or own.outcome is not null)))`;

/** A case, and somebody who may want to judge it. */
interface Judge {
  row: Pick<CasesTable, 'id'>;
  reviewer: string;
}

export const seenEvidence = {
  /** Notes that somebody has seen the evidence of a case. */
  put: (db: Db, rows: Insertable<SeenEvidenceTable>[]): Promise<unknown> =>
    rows.length === 0
      ? Promise.resolve()
      : db
          .insertInto('seen_evidence')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['case_id', 'reviewer']).doNothing())
          .execute(),

  has: async (db: Db, { row, reviewer }: Judge): Promise<boolean> => {
    const { rows } = await sql<{ saw: boolean }>`
      select ${sawEvidence(sql`${reviewer}`)} as saw from cases where id = ${row.id}`.execute(db);
    return rows[0]?.saw ?? false;
  },

  /** Whether somebody may judge a case. */
  mayJudge: async (db: Db, { row, reviewer }: Judge): Promise<boolean> => {
    const { rows } = await sql<{ may: boolean }>`
      select ${mayJudge(reviewer)} as may from cases where id = ${row.id}`.execute(db);
    return rows[0]?.may ?? false;
  },

  /** Notes all that somebody has seen or judged for the account that replaces theirs. */
  inherit: async (db: Db, { from, to, at }: { from: string; to: string; at: Date }): Promise<void> => {
    await sql`insert into seen_evidence (case_id, reviewer, at)
      select case_id, ${to}, ${at}::timestamptz from seen_evidence where reviewer = ${from}
      union select case_id, ${to}, ${at}::timestamptz from judgements where reviewer = ${from}`.execute(db);
  },

  /** The active people who may judge a case that waits and have not decided it in this round, by name. */
  judgesOf: async (db: Db, row: Judge['row']): Promise<{ id: string; name: string }[]> => {
    const { rows } = await sql<{ id: string; name: string }>`
      select reviewers.id, reviewers.name from cases, reviewers where cases.id = ${row.id}
        and reviewers.disabled_at is null and reviewers.role in ('reviewer', 'administrator')
        and not ${sawEvidence(sql.ref('reviewers.id'))}
        and not exists (select 1 from judgements own where own.case_id = cases.id and own.round = cases.decisions
          and own.reviewer = reviewers.id and (own.outcome is not null or own.asks_second))
      order by reviewers.name, reviewers.id limit 200`.execute(db);
    return rows;
  },

  /** The cases among `ids` of which another case of the same reference waits for the judgement of somebody. */
  withWaitingSibling: async (db: Db, ids: readonly string[], reviewer: string): Promise<string[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: string }>`
      select one.id from cases one where one.id in (${sql.join(ids)}) and one.reference_mark is not null and exists (
        select 1 from cases where cases.mode = one.mode and cases.reference_mark = one.reference_mark
          and cases.id <> one.id and ${waitsFor(reviewer)})`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The references among `marks` of which a case waits for the judgement of somebody. */
  withWaitingCase: async (
    db: Db,
    { mode, marks, reviewer }: { mode: Mode; marks: readonly string[]; reviewer: string },
  ): Promise<string[]> => {
    if (marks.length === 0) return [];
    const { rows } = await sql<{ mark: string }>`
      select distinct reference_mark as mark from cases where mode = ${mode}
        and reference_mark in (${sql.join(marks)}) and ${waitsFor(reviewer)}`.execute(db);
    return rows.map(({ mark }) => mark);
  },
};
