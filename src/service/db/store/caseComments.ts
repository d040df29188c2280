import type { Insertable, Kysely, Selectable } from 'kysely';
import type { CaseCommentsTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

export const caseComments = {
  insert: (db: Db, row: Insertable<CaseCommentsTable>): Promise<unknown> =>
    db.insertInto('case_comments').values(row).execute(),

  /** The comments on a case, in their order. */
  ofCase: (db: Db, caseId: string): Promise<Selectable<CaseCommentsTable>[]> =>
    db
      .selectFrom('case_comments')
      .selectAll()
      .where('case_id', '=', caseId)
      .orderBy('position')
      .limit(MAX_COMMENTS)
      .execute(),
};

/** Maximum number of comments on a case. */
export const MAX_COMMENTS = 200;
