import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { SelfieTrailsTable } from '../selfieTables.ts';

type Db = Kysely<Database>;

export const selfieTrails = {
  insert: (db: Db, row: Insertable<SelfieTrailsTable>): Promise<unknown> =>
    db.insertInto('selfie_trails').values(row).execute(),

  ofCheck: (db: Db, checkId: string): Promise<Selectable<SelfieTrailsTable> | undefined> =>
    db.selectFrom('selfie_trails').selectAll().where('check_id', '=', checkId).executeTakeFirst(),
};
