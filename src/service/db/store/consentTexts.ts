import type { Insertable, Kysely } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ConsentTextsTable, Database } from '../schema.ts';

type Db = Kysely<Database>;

export const consentTexts = {
  find: (db: Db, mode: Mode, hash: string): Promise<{ text: string } | undefined> =>
    db
      .selectFrom('consent_texts')
      .select('text')
      .where('mode', '=', mode)
      .where('hash', '=', hash)
      .executeTakeFirst(),

  /** Stores a text, unless it is stored already. */
  add: (db: Db, row: Insertable<ConsentTextsTable>): Promise<unknown> =>
    db
      .insertInto('consent_texts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
};
