import type { Insertable, Kysely, Selectable } from 'kysely';
import type { DocumentTranscriptionsTable } from '../documentTable.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<DocumentTranscriptionsTable>;

export const documentTranscriptions = {
  insert: (db: Db, row: Insertable<DocumentTranscriptionsTable>): Promise<unknown> =>
    db.insertInto('document_transcriptions').values(row).execute(),

  has: async (
    db: Db,
    { case_id, check_id, round, reviewer }: Pick<Row, 'case_id' | 'check_id' | 'round' | 'reviewer'>,
  ): Promise<boolean> => {
    const found = await db
      .selectFrom('document_transcriptions')
      .select('reviewer')
      .where('case_id', '=', case_id)
      .where('check_id', '=', check_id)
      .where('round', '=', round)
      .where('reviewer', '=', reviewer)
      .executeTakeFirst();
    return found !== undefined;
  },

  /** The transcriptions of a document, the oldest first. */
  ofCheck: (db: Db, { case_id, id }: { case_id: string; id: string }): Promise<Row[]> =>
    db
      .selectFrom('document_transcriptions')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('created_at')
      .execute(),

  deleteOfCase: (db: Db, caseId: string): Promise<unknown> =>
    db.deleteFrom('document_transcriptions').where('case_id', '=', caseId).execute(),
};
