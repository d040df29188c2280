import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database, SelfieChecksTable } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<SelfieChecksTable>;

export const selfieChecks = {
  insert: (db: Db, row: Insertable<SelfieChecksTable>): Promise<Row> =>
    db.insertInto('selfie_checks').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db
      .selectFrom('selfie_checks')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .executeTakeFirst(),

  /** Whether a picture was taken for a case, whatever came of it. */
  hasCapture: async (db: Db, caseId: string): Promise<boolean> =>
    (await db
      .selectFrom('selfie_checks')
      .select('id')
      .where('case_id', '=', caseId)
      .where('captured_steps', 'is not', null)
      .executeTakeFirst()) !== undefined,

  /** How many checks of a case cost an attempt: those that came to a verdict. */
  countJudged: async (db: Db, caseId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('selfie_checks')
      .select((query) => query.fn.countAll().as('count'))
      .where('case_id', '=', caseId)
      .where('status', 'in', ['passed', 'failed'])
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  update: (db: Db, id: string, set: Updateable<SelfieChecksTable>): Promise<Row> =>
    db.updateTable('selfie_checks').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** Ends the checks of a case that still wait for their capture. */
  expireOpen: (db: Db, caseId: string): Promise<unknown> =>
    db
      .updateTable('selfie_checks')
      .set({ status: 'expired' })
      .where('case_id', '=', caseId)
      .where('status', '=', 'requires_capture')
      .execute(),

  /** Checks whose challenge ran out without a capture. */
  overdue: (db: Db, now: Date, limit: number): Promise<Row[]> =>
    db
      .selectFrom('selfie_checks')
      .selectAll()
      .where('status', '=', 'requires_capture')
      .where('challenge_expires_at', '<=', now)
      .orderBy('challenge_expires_at')
      .limit(limit)
      .execute(),
};
