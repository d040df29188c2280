import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { HandoffsTable } from '../handoffTable.ts';
import type { Database } from '../schema.ts';
import { caseIds } from './caseIds.ts';

type Db = Kysely<Database>;

/** Hand-offs to a phone, one for each case. Their secrets are found by hashes in `case_ids`. */
export const handoffs = {
  find: (db: Db, caseId: string): Promise<Selectable<HandoffsTable> | undefined> =>
    db.selectFrom('handoffs').selectAll().where('case_id', '=', caseId).executeTakeFirst(),

  put: (db: Db, row: Insertable<HandoffsTable>): Promise<unknown> =>
    db
      .insertInto('handoffs')
      .values(row)
      .onConflict((conflict) => conflict.column('case_id').doUpdateSet(row))
      .execute(),

  update: (db: Db, caseId: string, set: Updateable<HandoffsTable>): Promise<Selectable<HandoffsTable>> =>
    db
      .updateTable('handoffs')
      .set(set)
      .where('case_id', '=', caseId)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Records that no phone took part in the selfie. No effect for a case without a hand-off. */
  clearConfirmation: (db: Db, caseId: string): Promise<unknown> =>
    db
      .updateTable('handoffs')
      .set({ confirmed_at: null })
      .where('case_id', '=', caseId)
      .where('confirmed_at', 'is not', null)
      .execute(),

  noteSecrets: async (db: Db, caseId: string, hashes: readonly string[]): Promise<void> => {
    for (const hash of hashes) await caseIds.insert(db, hash, caseId);
  },

  /** Hand-offs that began before a time and that no phone has joined. */
  withoutPhone: (db: Db, before: Date, limit: number): Promise<{ case_id: string }[]> =>
    db
      .selectFrom('handoffs')
      .select('case_id')
      .where('status', '=', 'waiting')
      .where('created_at', '<', before)
      .limit(limit)
      .execute(),

  deleteOfCase: async (db: Db, caseId: string): Promise<void> => {
    const deleted = await db
      .deleteFrom('handoffs')
      .where('case_id', '=', caseId)
      .returning('secrets')
      .execute();
    for (const { secrets } of deleted) await caseIds.delete(db, hashesOf(secrets));
  },
};

/** The hashes by which secrets are found. */
export function hashesOf(secrets: Selectable<HandoffsTable>['secrets']): string[] {
  return secrets.flatMap(({ hash, codeHash }) => [hash, codeHash]);
}
