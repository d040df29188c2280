import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { ReferenceImagesTable } from '../selfieTables.ts';

type Db = Kysely<Database>;

export const referenceImages = {
  /** The one of a case; another takes its place. */
  put: (db: Db, row: Insertable<ReferenceImagesTable>): Promise<unknown> =>
    db
      .insertInto('reference_images')
      .values(row)
      .onConflict((conflict) => {
        const { media_type, sealed, created_at } = row;
        return conflict.column('case_id').doUpdateSet({ media_type, sealed, created_at });
      })
      .execute(),

  find: (db: Db, caseId: string): Promise<Selectable<ReferenceImagesTable> | undefined> =>
    db.selectFrom('reference_images').selectAll().where('case_id', '=', caseId).executeTakeFirst(),
};
