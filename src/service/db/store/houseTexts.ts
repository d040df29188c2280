import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { HouseTextsTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
export type HouseText = Selectable<HouseTextsTable>;

export const houseTexts = {
  list: (db: Db, mode: Mode): Promise<HouseText[]> =>
    db
      .selectFrom('house_texts')
      .selectAll()
      .where('mode', '=', mode)
      .orderBy('kind')
      .orderBy('code')
      .limit(MAX_TEXTS)
      .execute(),

  /** Finds a text and locks it until the transaction ends. */
  lock: (db: Db, mode: Mode, code: string): Promise<HouseText | undefined> =>
    db
      .selectFrom('house_texts')
      .selectAll()
      .where('mode', '=', mode)
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst(),

  put: (db: Db, row: Insertable<HouseTextsTable>): Promise<unknown> =>
    db
      .insertInto('house_texts')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['mode', 'code'])
          .doUpdateSet({ kind: row.kind, texts: row.texts, changed_at: row.changed_at }),
      )
      .execute(),

  delete: (db: Db, mode: Mode, code: string): Promise<unknown> =>
    db.deleteFrom('house_texts').where('mode', '=', mode).where('code', '=', code).execute(),
};

/** Maximum number of texts of an organisation. */
export const MAX_TEXTS = 200;
