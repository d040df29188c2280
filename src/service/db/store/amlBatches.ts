import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { AmlBatchesTable, AmlBatchPartsTable } from '../batchTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<AmlBatchesTable>;
type Part = Selectable<AmlBatchPartsTable>;

export const amlBatches = {
  insert: (db: Db, row: Insertable<AmlBatchesTable>): Promise<Row> =>
    db.insertInto('aml_batches').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_batches').selectAll().where('id', '=', id).where('mode', '=', mode).executeTakeFirst(),

  findById: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_batches').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Locks a batch until the transaction ends. */
  lock: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /** Number of batches of a mode in progress. */
  underWay: async (db: Db, mode: Mode): Promise<number> => {
    const row = await db
      .selectFrom('aml_batches')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('mode', '=', mode)
      .where('status', '=', 'processing')
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  },

  update: (db: Db, id: string, set: Updateable<AmlBatchesTable>): Promise<unknown> =>
    db.updateTable('aml_batches').set(set).where('id', '=', id).execute(),

  /** Adds parts, which must not exist yet. */
  addParts: (db: Db, rows: readonly Insertable<AmlBatchPartsTable>[]): Promise<unknown> =>
    db.insertInto('aml_batch_parts').values(rows).execute(),

  part: (db: Db, batchId: string, kind: Part['kind'], position: number): Promise<Part | undefined> =>
    db
      .selectFrom('aml_batch_parts')
      .selectAll()
      .where('batch_id', '=', batchId)
      .where('kind', '=', kind)
      .where('position', '=', position)
      .executeTakeFirst(),

  /** The position of the first part without a result. */
  nextPosition: async (db: Db, batchId: string): Promise<number> => {
    const row = await db
      .selectFrom('aml_batch_parts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('batch_id', '=', batchId)
      .where('kind', '=', 'answers')
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  },

  deleteParts: (db: Db, batchId: string, kind: Part['kind']): Promise<unknown> =>
    db.deleteFrom('aml_batch_parts').where('batch_id', '=', batchId).where('kind', '=', kind).execute(),

  /** Deletes expired batches. @returns them, so that the caller destroys their data keys. */
  deleteExpired: async (db: Db, now: Date, limit: number): Promise<Pick<Row, 'id' | 'data_key'>[]> => {
    const { rows } = await sql<Pick<Row, 'id' | 'data_key'>>`
      delete from aml_batches where id in (
        select id from aml_batches where expires_at <= ${now} limit ${limit})
      returning id, data_key`.execute(db);
    return rows;
  },

  delete: (db: Db, id: string): Promise<unknown> =>
    db.deleteFrom('aml_batches').where('id', '=', id).execute(),
};
