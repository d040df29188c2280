import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { BrandingTable, Database } from '../schema.ts';

type Db = Kysely<Database>;

export const branding = {
  find: (db: Db, mode: Mode): Promise<Selectable<BrandingTable> | undefined> =>
    db.selectFrom('branding').selectAll().where('mode', '=', mode).executeTakeFirst(),

  /** Without the logo; `null` if the branding was not set. */
  settings: async (db: Db, mode: Mode): Promise<Selectable<BrandingTable>['settings'] | null> =>
    (await db.selectFrom('branding').select('settings').where('mode', '=', mode).executeTakeFirst())
      ?.settings ?? null,

  /** The logo with this hash, in either mode. */
  findLogo: async (db: Db, hash: string): Promise<Uint8Array | null> =>
    (await db.selectFrom('branding').select('logo').where('logo_hash', '=', hash).executeTakeFirst())?.logo ??
    null,

  put: (db: Db, row: Insertable<BrandingTable>): Promise<unknown> =>
    db
      .insertInto('branding')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('mode').doUpdateSet({
          settings: row.settings,
          updated_at: row.updated_at,
          logo: row.logo,
          logo_hash: row.logo_hash,
        }),
      )
      .execute(),
};
