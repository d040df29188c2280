import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { BrandingTable, Database } from '../schema.ts';

type Db = Kysely<Database>;

export const branding = {
  find: (db: Db, mode: Mode): Promise<Selectable<BrandingTable> | undefined> =>
    db.selectFrom('branding').selectAll().where('mode', '=', mode).executeTakeFirst(),

  put: (db: Db, row: Insertable<BrandingTable>): Promise<unknown> =>
    db
      .insertInto('branding')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('mode').doUpdateSet({ settings: row.settings, updated_at: row.updated_at }),
      )
      .execute(),
};
