import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { SelfieTrailsTable } from '../selfieTables.ts';
import type { CheckKey } from './selfieChecks.ts';

type Db = Kysely<Database>;

export const selfieTrails = {
  insert: (db: Db, row: Insertable<SelfieTrailsTable>): Promise<unknown> =>
    db.insertInto('selfie_trails').values(row).execute(),

  ofCheck: (db: Db, { id, case_id }: CheckKey): Promise<Selectable<SelfieTrailsTable> | undefined> =>
    db
      .selectFrom('selfie_trails')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .executeTakeFirst(),
};
