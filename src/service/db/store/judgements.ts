import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { JudgementsTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
export type JudgementRow = Selectable<JudgementsTable>;
/** The primary key of a judgement. */
export type JudgementKey = Pick<JudgementRow, 'case_id' | 'round' | 'reviewer'>;

export const judgements = {
  find: (db: Db, key: JudgementKey): Promise<JudgementRow | undefined> =>
    of(db, key).selectAll().executeTakeFirst(),

  /** Finds a judgement and locks it until the transaction ends. */
  lock: (db: Db, key: JudgementKey): Promise<JudgementRow | undefined> =>
    of(db, key).selectAll().forUpdate().executeTakeFirst(),

  /** Creates a judgement, unless the reviewer has one. */
  open: (db: Db, row: Insertable<JudgementsTable>): Promise<unknown> =>
    db
      .insertInto('judgements')
      .values(row)
      .onConflict((conflict) => conflict.columns(['case_id', 'round', 'reviewer']).doNothing())
      .execute(),

  update: (db: Db, { case_id, round, reviewer }: JudgementKey, set: Updateable<JudgementsTable>) =>
    db
      .updateTable('judgements')
      .set(set)
      .where('case_id', '=', case_id)
      .where('round', '=', round)
      .where('reviewer', '=', reviewer)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Withdraws all decisions of a round, including those that can still be undone. The judgements of the faces stay. */
  withdraw: (db: Db, { case_id, round }: Omit<JudgementKey, 'reviewer'>): Promise<JudgementRow[]> =>
    db
      .updateTable('judgements')
      .set({ outcome: null, reasons: null, sealed_note: null, decided_at: null, applies_at: null })
      .where('case_id', '=', case_id)
      .where('round', '=', round)
      .where('outcome', 'is not', null)
      .where('is_sample', '=', false)
      .returningAll()
      .execute(),

  /** Notes who waits in a round for a second person, since they proposed to rule a hit out; nobody else does. */
  askSecond: async (
    db: Db,
    { case_id, round }: Omit<JudgementKey, 'reviewer'>,
    { proposers, now }: { proposers: readonly string[]; now: Date },
  ): Promise<void> => {
    await db
      .updateTable('judgements')
      .set({ asks_second: false })
      .where('case_id', '=', case_id)
      .where('round', '=', round)
      .where('asks_second', '=', true)
      .execute();
    for (const reviewer of new Set(proposers))
      await db
        .insertInto('judgements')
        .values({ case_id, round, reviewer, opened_at: now, asks_second: true })
        .onConflict((conflict) =>
          conflict.columns(['case_id', 'round', 'reviewer']).doUpdateSet({ asks_second: true }),
        )
        .execute();
  },

  /** All judgements of a case, in the order in which they were opened. */
  ofCase: (db: Db, caseId: string): Promise<JudgementRow[]> =>
    db.selectFrom('judgements').selectAll().where('case_id', '=', caseId).orderBy('opened_at').execute(),

  /** Judgements of a round with a final decision, which cannot be undone any more, oldest first. */
  decided: (db: Db, { case_id, round }: Omit<JudgementKey, 'reviewer'>): Promise<JudgementRow[]> =>
    db
      .selectFrom('judgements')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('round', '=', round)
      .where('outcome', 'is not', null)
      .where('applies_at', 'is', null)
      .orderBy('decided_at')
      .execute(),
};

function of(db: Db, { case_id, round, reviewer }: JudgementKey) {
  return db
    .selectFrom('judgements')
    .where('case_id', '=', case_id)
    .where('round', '=', round)
    .where('reviewer', '=', reviewer);
}
