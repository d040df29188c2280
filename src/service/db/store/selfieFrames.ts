import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { SelfieFramesTable } from '../selfieTables.ts';

type Db = Kysely<Database>;

export const selfieFrames = {
  insert: (db: Db, rows: Insertable<SelfieFramesTable>[]): Promise<unknown> =>
    db.insertInto('selfie_frames').values(rows).execute(),

  ofCheck: (db: Db, checkId: string): Promise<Selectable<SelfieFramesTable>[]> =>
    db.selectFrom('selfie_frames').selectAll().where('check_id', '=', checkId).orderBy('position').execute(),
};
