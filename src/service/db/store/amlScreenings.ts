import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListScreenings } from '../../../contract/page.ts';
import { idAfter, idFloor } from '../idRange.ts';
import type { Database } from '../schema.ts';
import type { AmlRescreensTable, AmlScreeningsTable } from '../screeningTables.ts';
import { caseIds } from './caseIds.ts';

type Db = Kysely<Database>;
type Row = Selectable<AmlScreeningsTable>;
/** The primary key of a screening. */
export type ScreeningKey = Pick<Row, 'id' | 'case_id'>;

/** Marks are keyed fingerprints. */
type ScreeningFilter = Omit<ListScreenings, 'cursor' | 'entityId' | 'clientReferenceId'> & {
  entityMark: string | null;
  referenceMark: string | null;
};

export const amlScreenings = {
  insert: async (db: Db, row: Insertable<AmlScreeningsTable>): Promise<Row> => {
    if (row.case_id) await caseIds.insert(db, row.id, row.case_id);
    return await db.insertInto('aml_screenings').values(row).returningAll().executeTakeFirstOrThrow();
  },

  find: async (db: Db, mode: Mode, id: string): Promise<Row | undefined> => {
    const row = await amlScreenings.findByKey(db, { id, case_id: await caseIds.find(db, id) });
    return row?.mode === mode ? row : undefined;
  },

  /** Newest first, starting after the id `before`. */
  list: (db: Db, mode: Mode, filter: ScreeningFilter, before: string | null): Promise<Row[]> => {
    let query = db.selectFrom('aml_screenings').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    if (filter.status) query = query.where('status', '=', filter.status);
    if (filter.caseId) query = query.where('case_id', '=', filter.caseId);
    if (filter.referenceMark) query = query.where('reference_mark', '=', filter.referenceMark);
    const { entityMark } = filter;
    if (entityMark)
      query = query.where('id', 'in', (of) =>
        of.selectFrom('aml_screening_entities').select('screening_id').where('mark', '=', entityMark),
      );
    if (filter.createdAfter) query = query.where('id', '>=', idAfter('aml', filter.createdAfter));
    if (filter.createdBefore) query = query.where('id', '<', idFloor('aml', new Date(filter.createdBefore)));
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },

  /**
   * Open possible matches without a case, the oldest first, starting after the id `after`: of a watch or a customer the newest
   * screening alone.
   */
  openAlerts: (
    db: Db,
    mode: Mode,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<Row[]> => {
    let query = db
      .selectFrom('aml_screenings as alert')
      .selectAll()
      .where('mode', '=', mode)
      .where('status', '=', 'possible_match')
      .where('case_id', '=', '')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('aml_screenings as newer')
              .select('newer.id')
              .whereRef('newer.mode', '=', 'alert.mode')
              .where('newer.case_id', '=', '')
              .whereRef('newer.id', '>', 'alert.id')
              .where('newer.completed_at', 'is not', null)
              .where((is) =>
                is.or([
                  is('newer.watch_id', '=', is.ref('alert.watch_id')),
                  is('newer.reference_mark', '=', is.ref('alert.reference_mark')),
                ]),
              ),
          ),
        ),
      );
    if (after) query = query.where('id', '>', after);
    return query.orderBy('id').limit(limit).execute();
  },

  /** The newest finished screening without a case of each of some customers, besides those of one batch. */
  newestOfCustomers: (
    db: Db,
    mode: Mode,
    { marks, besides }: { marks: readonly string[]; besides: string },
  ): Promise<Row[]> =>
    marks.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('aml_screenings')
          .distinctOn('reference_mark')
          .selectAll()
          .where('mode', '=', mode)
          .where('reference_mark', 'in', marks)
          .where('case_id', '=', '')
          .where('status', 'not in', ['processing', 'unavailable'])
          .where((is) => is.or([is('batch_id', 'is', null), is('batch_id', '!=', besides)]))
          .orderBy('reference_mark')
          .orderBy('id', 'desc')
          .execute(),

  /** The newest screening that one batch stored for a customer. */
  ofCustomerInBatch: (
    db: Db,
    mode: Mode,
    { mark, batchId }: { mark: string; batchId: string },
  ): Promise<Row[]> =>
    db
      .selectFrom('aml_screenings')
      .selectAll()
      .where('mode', '=', mode)
      .where('reference_mark', '=', mark)
      .where('batch_id', '=', batchId)
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),

  /** The screening of a known case, or of no case. */
  findByKey: (db: Db, { id, case_id }: ScreeningKey): Promise<Row | undefined> =>
    db
      .selectFrom('aml_screenings')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Locks an existing screening until the transaction ends. */
  lock: (db: Db, { id, case_id }: ScreeningKey): Promise<Row> =>
    db
      .selectFrom('aml_screenings')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),

  /** Deletes all screenings of a watch. @returns them, so that the caller destroys their data keys. */
  deleteOfWatch: (db: Db, watchId: string): Promise<Pick<Row, 'id' | 'data_key'>[]> =>
    db
      .deleteFrom('aml_screenings')
      .where('case_id', '=', '')
      .where('watch_id', '=', watchId)
      .returning(['id', 'data_key'])
      .execute(),

  /** Deletes the alerts of a batch, but those of watches and no confirmed match. @returns them, to destroy their keys. */
  deleteOfBatch: async (db: Db, batchId: string): Promise<Pick<Row, 'id' | 'data_key'>[]> => {
    const deleted = await db
      .deleteFrom('aml_screenings')
      .where('case_id', '=', '')
      .where('batch_id', '=', batchId)
      .where('watch_id', 'is', null)
      .where('status', '!=', 'confirmed_match')
      .returning(['id', 'data_key'])
      .execute();
    await db.updateTable('aml_screenings').set({ batch_id: null }).where('batch_id', '=', batchId).execute();
    return deleted;
  },

  /** Whether any screening of a watch is a confirmed match. */
  isWatchConfirmed: async (db: Db, watchId: string): Promise<boolean> => {
    const row = await db
      .selectFrom('aml_screenings')
      .select('id')
      .where('watch_id', '=', watchId)
      .where('status', '=', 'confirmed_match')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Deletes a screening without a case. */
  delete: (db: Db, id: string): Promise<unknown> =>
    db.deleteFrom('aml_screenings').where('case_id', '=', '').where('id', '=', id).execute(),

  update: (db: Db, { id, case_id }: ScreeningKey, set: Updateable<AmlScreeningsTable>): Promise<Row> =>
    db
      .updateTable('aml_screenings')
      .set(set)
      .where('case_id', '=', case_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
};

export const amlRescreens = {
  /** Records a repeated screening; no effect if one with this time and dataset is recorded. */
  insert: (db: Db, row: Insertable<AmlRescreensTable>): Promise<unknown> =>
    db
      .insertInto('aml_rescreens')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  deleteOf: (db: Db, subject: string): Promise<unknown> =>
    db.deleteFrom('aml_rescreens').where('subject', '=', subject).execute(),

  /** The repeated screenings of a case or a watch, newest first. */
  list: (db: Db, subject: string, limit: number): Promise<Selectable<AmlRescreensTable>[]> =>
    db
      .selectFrom('aml_rescreens')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute(),
};
