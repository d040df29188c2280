import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, PersonalDetailsTable } from '../schema.ts';

type Db = Kysely<Database>;

export const personalDetails = {
  insert: (db: Db, row: Insertable<PersonalDetailsTable>): Promise<unknown> =>
    db.insertInto('personal_details').values(row).execute(),

  /** The newest revision. */
  find: (db: Db, caseId: string): Promise<Selectable<PersonalDetailsTable> | undefined> =>
    db
      .selectFrom('personal_details')
      .selectAll()
      .where('case_id', '=', caseId)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst(),
};
