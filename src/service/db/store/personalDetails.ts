import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { CasesTable, Database, PersonalDetailsTable } from '../schema.ts';

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

  /** All revisions, the first one first. */
  ofCase: (db: Db, caseId: string): Promise<Selectable<PersonalDetailsTable>[]> =>
    db.selectFrom('personal_details').selectAll().where('case_id', '=', caseId).orderBy('revision').execute(),

  /** The revision before one; none before the first. */
  before: (
    db: Db,
    { case_id, revision }: Pick<Selectable<PersonalDetailsTable>, 'case_id' | 'revision'>,
  ): Promise<Selectable<PersonalDetailsTable> | undefined> =>
    db
      .selectFrom('personal_details')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('revision', '<', revision)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The newest revision of each case with details, newest cases first. */
  newest: async (
    db: Db,
    mode: Mode,
    { before, limit }: { before: string | null; limit: number },
  ): Promise<{ row: Selectable<CasesTable>; details: Selectable<PersonalDetailsTable> }[]> => {
    const rows = await db
      .selectFrom('cases')
      .innerJoinLateral(
        (of) =>
          of
            .selectFrom('personal_details')
            .select(['revision', 'sealed', 'personal_details.submitted_at as details_at'])
            .whereRef('personal_details.case_id', '=', 'cases.id')
            .orderBy('revision', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .selectAll('cases')
      .select(['newest.revision', 'newest.sealed', 'newest.details_at'])
      .where('cases.mode', '=', mode)
      .where('cases.data_key', 'is not', null)
      .$if(before !== null, (query) => query.where('cases.id', '<', before!))
      .orderBy('cases.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ revision, sealed, details_at: submitted_at, ...row }) => ({
      row,
      details: { case_id: row.id, revision, sealed, submitted_at },
    }));
  },
};
