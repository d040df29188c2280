import type { Insertable, Kysely } from 'kysely';
import type { ConsentTextsTable, Database } from '../schema.ts';

type Db = Kysely<Database>;

export const consentTexts = {
  find: (db: Db, caseId: string): Promise<{ sealed: Uint8Array } | undefined> =>
    db.selectFrom('consent_texts').select('sealed').where('case_id', '=', caseId).executeTakeFirst(),

  /** Stores the text of a case's consent; it replaces an earlier one. */
  put: (db: Db, row: Insertable<ConsentTextsTable>): Promise<unknown> =>
    db
      .insertInto('consent_texts')
      .values(row)
      .onConflict((conflict) => conflict.column('case_id').doUpdateSet(row))
      .execute(),

  deleteOfCase: (db: Db, caseId: string): Promise<unknown> =>
    db.deleteFrom('consent_texts').where('case_id', '=', caseId).execute(),
};
