import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** The listed entities that screenings matched, by keyed fingerprints of their ids. */
export const screeningEntities = {
  put: async (
    db: Kysely<Database>,
    { id, case_id }: { id: string; case_id: string },
    marks: readonly string[],
  ): Promise<void> => {
    if (marks.length === 0) return;
    await db
      .insertInto('aml_screening_entities')
      .values(marks.map((mark) => ({ mark, screening_id: id, case_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  deleteOf: async (db: Kysely<Database>, screeningIds: readonly string[]): Promise<void> => {
    if (screeningIds.length === 0) return;
    await db.deleteFrom('aml_screening_entities').where('screening_id', 'in', screeningIds).execute();
  },
};
