import type { Insertable, Kysely } from 'kysely';
import type { SkippedCasesTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';

export const skippedCases = {
  /** One row for each case and reviewer, with the newest reason. */
  put: (db: Kysely<Database>, row: Insertable<SkippedCasesTable>): Promise<unknown> =>
    db
      .insertInto('skipped_cases')
      .values(row)
      .onConflict((conflict) => {
        const { reason, at } = row;
        return conflict.columns(['case_id', 'reviewer']).doUpdateSet({ reason, at });
      })
      .execute(),

  delete: (
    db: Kysely<Database>,
    { case_id, reviewer }: Pick<SkippedCasesTable, 'case_id' | 'reviewer'>,
  ): Promise<unknown> =>
    db.deleteFrom('skipped_cases').where('case_id', '=', case_id).where('reviewer', '=', reviewer).execute(),
};
