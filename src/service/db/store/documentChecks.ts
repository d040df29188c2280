import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { DocumentChecksTable, DocumentMarksTable, DocumentPicturesTable } from '../documentTable.ts';
import type { Database } from '../schema.ts';
import { type CheckKey, captureChecks } from './caseChecks.ts';
import { documentTranscriptions } from './documentTranscriptions.ts';

type Db = Kysely<Database>;
type Row = Selectable<DocumentChecksTable>;

export const documentChecks = {
  ...captureChecks('document_checks'),

  /** The checks of a case that wait for a capture or have one, newest first. */
  ofCase: (db: Db, caseId: string): Promise<Row[]> =>
    db
      .selectFrom('document_checks')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('status', '!=', 'expired')
      .orderBy('id', 'desc')
      .execute(),

  /** The newest check of a case that has a capture: the document that the person showed, whatever was begun after it. */
  shown: (db: Db, caseId: string): Promise<Row | undefined> =>
    db
      .selectFrom('document_checks')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('status', 'in', ['processing', 'read', 'captured', 'unreadable'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Deletes all that documents of a case say and are found by. */
  deleteOfCase: async (db: Db, caseId: string): Promise<void> => {
    await db.deleteFrom('document_marks').where('case_id', '=', caseId).execute();
    await documentTranscriptions.deleteOfCase(db, caseId);
    await db
      .updateTable('document_checks')
      .set({ sealed_fields: null, signals: null })
      .where('case_id', '=', caseId)
      .execute();
  },
};

export const documentPictures = {
  insert: (db: Db, rows: Insertable<DocumentPicturesTable>[]): Promise<unknown> =>
    db.insertInto('document_pictures').values(rows).execute(),

  ofCheck: (db: Db, { id, case_id }: CheckKey): Promise<Selectable<DocumentPicturesTable>[]> =>
    db
      .selectFrom('document_pictures')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('side', 'desc')
      .orderBy('position')
      .execute(),

  /** The same, without the pictures. */
  described: (db: Db, { id, case_id }: CheckKey) =>
    db
      .selectFrom('document_pictures')
      .select(['side', 'position'])
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('side', 'desc')
      .orderBy('position')
      .execute(),

  find: (
    db: Db,
    { id, case_id, side, position }: CheckKey & Pick<DocumentPicturesTable, 'side' | 'position'>,
  ): Promise<Selectable<DocumentPicturesTable> | undefined> =>
    db
      .selectFrom('document_pictures')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .where('side', '=', side)
      .where('position', '=', position)
      .executeTakeFirst(),
};

/** Keyed fingerprints, by which a document is found in other cases. */
export const documentMarks = {
  put: (db: Db, row: Insertable<DocumentMarksTable>): Promise<unknown> =>
    db
      .insertInto('document_marks')
      .values(row)
      .onConflict((conflict) => {
        const { number_mark, name_mark, file_marks } = row;
        return conflict.columns(['case_id', 'check_id']).doUpdateSet({ number_mark, name_mark, file_marks });
      })
      .execute(),

  /** Other cases with the same number, and how many of them have other names. */
  seen: async (
    db: Db,
    { case_id, number_mark, name_mark }: Pick<DocumentMarksTable, 'case_id' | 'number_mark' | 'name_mark'>,
  ): Promise<{ cases: number; otherNames: number }> => {
    const { rows } = await sql<{ cases: number; others: number }>`
      select count(distinct case_id)::integer as cases,
        count(distinct case_id) filter (where name_mark is distinct from ${name_mark})::integer as others
      from document_marks where number_mark = ${number_mark} and case_id <> ${case_id}`.execute(db);
    return { cases: rows[0]!.cases, otherNames: rows[0]!.others };
  },

  /** The ids of other cases of the mode with a document of the same number, the newest first. */
  othersOf: async (db: Db, { id, mode }: { id: string; mode: Mode }, limit: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct other.case_id as id from document_marks own
        join document_marks other on other.number_mark = own.number_mark and other.case_id <> own.case_id
        join cases on cases.id = other.case_id and cases.mode = ${mode}
      where own.case_id = ${id} order by 1 desc limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  },

  /** Whether another case has one of these files. In its own case a person may send a file again. */
  hasFile: async (
    db: Db,
    { case_id, file_marks }: { case_id: string; file_marks: string },
  ): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from document_marks
      where file_marks && ${file_marks}::text[] and case_id <> ${case_id} limit 1`.execute(db);
    return rows.length > 0;
  },
};
