import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { HitDecisionsTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

export const hitDecisions = {
  /** Adds a decision. Rows are never changed or removed, except when the person is erased. */
  insert: (db: Db, row: Insertable<HitDecisionsTable>): Promise<unknown> =>
    db.insertInto('hit_decisions').values(row).execute(),

  /**
   * Empties the personal content of decisions on the hits of a case, a watch or one screening. Reviewer and time stay.
   */
  empty: (db: Db, subject: string): Promise<unknown> =>
    db
      .updateTable('hit_decisions')
      .set({ sealed: new Uint8Array() })
      .where('subject', '=', subject)
      .execute(),

  /** All decisions on the hits of a case, a watch or one screening, oldest first. */
  list: (db: Db, subject: string): Promise<Selectable<HitDecisionsTable>[]> =>
    db.selectFrom('hit_decisions').selectAll().where('subject', '=', subject).orderBy('id').execute(),
};
