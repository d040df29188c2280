import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListWatches } from '../../../contract/page.ts';
import type { Database } from '../schema.ts';
import type { AmlWatchesTable } from '../screeningTables.ts';

type Db = Kysely<Database>;
type Row = Selectable<AmlWatchesTable>;

type WatchFilter = Omit<ListWatches, 'cursor' | 'clientReferenceId'> & { referenceMark: string | null };

export const amlWatches = {
  insert: (db: Db, row: Insertable<AmlWatchesTable>): Promise<Row> =>
    db.insertInto('aml_watches').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_watches').selectAll().where('id', '=', id).where('mode', '=', mode).executeTakeFirst(),

  /** The existing watches among `ids`. */
  findAll: (db: Db, ids: readonly string[]): Promise<Row[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db.selectFrom('aml_watches').selectAll().where('id', 'in', ids).execute(),

  /** Locks a watch until the transaction ends; background jobs don't know its mode. */
  lockById: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_watches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /**
   * Lets monitoring screen again what could not be screened, although the lists did not change.
   * @returns whether there is any
   */
  retryUnavailable: async (db: Db): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('aml_watches')
      .set({ aml_dataset: null })
      .where('status', '=', 'unavailable')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Newest first, starting after the id `before`. */
  list: (db: Db, mode: Mode, filter: WatchFilter, before: string | null): Promise<Row[]> => {
    let query = db.selectFrom('aml_watches').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    if (filter.status) query = query.where('status', '=', filter.status);
    if (filter.referenceMark) query = query.where('reference_mark', '=', filter.referenceMark);
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },

  update: (db: Db, id: string, set: Updateable<AmlWatchesTable>): Promise<Row> =>
    db.updateTable('aml_watches').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  delete: (db: Db, id: string): Promise<unknown> =>
    db.deleteFrom('aml_watches').where('id', '=', id).execute(),

  /** Locks some watches that were not screened against dataset `number` or a newer one; skips locked ones. */
  claimToMonitor: async (db: Db, number: number, limit: number): Promise<{ id: string }[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from aml_watches where coalesce(aml_dataset, 0) < ${number}
      order by coalesce(aml_dataset, 0) limit ${limit} for update skip locked`.execute(db);
    return rows;
  },

  /** Whether any such watch is left, locked or not. */
  isToMonitor: async (db: Db, number: number): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from aml_watches where coalesce(aml_dataset, 0) < ${number} limit 1`.execute(db);
    return rows.length > 0;
  },
};
