import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { AmlListFaultsTable, AmlListsTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

/** The id of the advisory lock of dataset numbers. */
const LOCK = 4_010_002;

export const amlDatasets = {
  numberOf: async (db: Db, version: string): Promise<number | null> => {
    const row = await db
      .selectFrom('aml_datasets')
      .select('number')
      .where('version', '=', version)
      .executeTakeFirst();
    return row?.number ?? null;
  },

  newest: async (db: Db): Promise<number | null> => {
    const row = await db
      .selectFrom('aml_datasets')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst();
    return row?.number ?? null;
  },

  newestVersion: (db: Db): Promise<{ version: string; number: number } | undefined> =>
    db
      .selectFrom('aml_datasets')
      .select(['version', 'number'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Locks the assignment of dataset numbers until the transaction ends. */
  lock: (db: Db): Promise<unknown> => sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db),

  /** Gives a version a number above all others. The transaction must hold the lock. */
  putNewest: async (db: Db, version: string, now: Date): Promise<number> => {
    const { rows } = await sql<{ number: number }>`
      insert into aml_datasets (version, number, used_at)
      select ${version}, coalesce(max(number), 0) + 1, ${now} from aml_datasets
      on conflict (version) do update set number = excluded.number, used_at = excluded.used_at
      returning number`.execute(db);
    return rows[0]!.number;
  },
};

export const amlLists = {
  all: (db: Db): Promise<Selectable<AmlListsTable>[]> => db.selectFrom('aml_lists').selectAll().execute(),

  put: (db: Db, row: Insertable<AmlListsTable>): Promise<unknown> =>
    db
      .insertInto('aml_lists')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),

  delete: (db: Db, name: string): Promise<unknown> =>
    db.deleteFrom('aml_lists').where('name', '=', name).execute(),
};

export const amlListFaults = {
  all: (db: Db): Promise<Selectable<AmlListFaultsTable>[]> =>
    db.selectFrom('aml_list_faults').selectAll().execute(),

  /** @returns whether the fault is new */
  begin: async (db: Db, row: Insertable<AmlListFaultsTable>): Promise<boolean> => {
    const inserted = await db
      .insertInto('aml_list_faults')
      .values(row)
      .onConflict((conflict) => conflict.columns(['name', 'kind']).doNothing())
      .returning('name')
      .executeTakeFirst();
    return inserted !== undefined;
  },

  /** @returns whether the fault existed */
  end: async (db: Db, name: string, kind: AmlListFaultsTable['kind']): Promise<boolean> => {
    const deleted = await db
      .deleteFrom('aml_list_faults')
      .where('name', '=', name)
      .where('kind', '=', kind)
      .returning('name')
      .executeTakeFirst();
    return deleted !== undefined;
  },
};
