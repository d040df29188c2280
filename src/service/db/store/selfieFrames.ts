import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { SelfieFramesTable } from '../selfieTables.ts';
import type { CheckKey } from './selfieChecks.ts';

type Db = Kysely<Database>;

export const selfieFrames = {
  insert: (db: Db, rows: Insertable<SelfieFramesTable>[]): Promise<unknown> =>
    db.insertInto('selfie_frames').values(rows).execute(),

  ofCheck: (db: Db, { id, case_id }: CheckKey): Promise<Selectable<SelfieFramesTable>[]> =>
    db
      .selectFrom('selfie_frames')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('position')
      .execute(),
};
