import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListCases } from '../../../contract/page.ts';
import { compiledStatement } from '../compiledStatement.ts';
import { idAfter, idFloor } from '../idRange.ts';
import type { CasesTable, Database } from '../schema.ts';
import { quarantine } from './quarantine.ts';

type Db = Kysely<Database>;
type Row = Selectable<CasesTable>;

/** The customer's reference is searched for by its fingerprint. */
export type CaseFilter = Omit<ListCases, 'cursor' | 'clientReferenceId'> & { referenceMark: string | null };

export const cases = {
  insertion: (db: Db, row: Insertable<CasesTable>) => insert.statement(db, row),

  find: async (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    (await find(db, { mode, id })).rows[0],

  /** Finds a case and locks it until the transaction ends. */
  lock: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db
      .selectFrom('cases')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .forUpdate()
      .executeTakeFirst(),

  /** The same in either mode, for background work. */
  lockById: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  dataKey: async (db: Db, id: string): Promise<Uint8Array | null> =>
    (await db.selectFrom('cases').select('data_key').where('id', '=', id).executeTakeFirst())?.data_key ??
    null,

  /** Expired cases. Erased ones are skipped: they emit no event. */
  overdue: (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
    db
      .selectFrom('cases')
      .select('id')
      .where('status', '=', 'requires_input')
      .where('data_key', 'is not', null)
      .where('expires_at', '<=', now)
      .where(quarantine.isOut('expire_cases', 'cases.id', now))
      .orderBy('expires_at')
      .limit(limit)
      .execute(),

  /** Time at which the next case that waits for input expires. */
  nextExpiry: async (db: Db, now: Date): Promise<Date | null> => {
    const { rows } = await sql<{ next: Date | null }>`
      select expires_at as next from cases
      where status = 'requires_input' and data_key is not null
        and ${quarantine.isOut('expire_cases', 'cases.id', now)} order by expires_at limit 1`.execute(db);
    return rows[0]?.next ?? null;
  },

  /**
   * Locks some open and approved cases with details that were not screened against dataset `number` or a newer one;
   * skips locked ones.
   */
  claimToMonitor: async (db: Db, number: number, limit: number): Promise<{ id: string }[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from cases where coalesce(aml_dataset, 0) < ${number} and is_monitored
      order by coalesce(aml_dataset, 0) limit ${limit} for update skip locked`.execute(db);
    return rows;
  },

  /** Whether any such case is left, locked or not. */
  isToMonitor: async (db: Db, number: number): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from cases where coalesce(aml_dataset, 0) < ${number} and is_monitored limit 1`.execute(db);
    return rows.length > 0;
  },

  /** Cases that wait for a result, but have no job for it. */
  withoutJob: async (db: Db, now: Date, limit: number): Promise<{ id: string }[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from cases where mode in ('live', 'test') and status = 'processing' and data_key is not null
        and not exists (select 1 from jobs where jobs.case_id = cases.id)
        and ${quarantine.isOut('free_cases', 'cases.id', now)} limit ${limit}`.execute(db);
    return rows;
  },

  update: (db: Db, id: string, set: Updateable<CasesTable>): Promise<Row> =>
    db.updateTable('cases').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** The existing cases among `ids`. */
  findAll: (db: Db, ids: readonly string[]): Promise<Row[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db.selectFrom('cases').selectAll().where('id', 'in', ids).execute(),

  /** Newest first, starting after the id `before`. */
  /** Up to two cases whose id ends with eight characters, as the desk shows it. */
  byEnd: (db: Db, mode: Mode, end: string): Promise<Row[]> =>
    db
      .selectFrom('cases')
      .selectAll()
      .where('mode', '=', mode)
      .where(sql<boolean>`right(id, 8) = ${end}`)
      .limit(2)
      .execute(),

  list: (db: Db, mode: Mode, filter: CaseFilter, before: string | null): Promise<Row[]> => {
    let query = db.selectFrom('cases').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    if (filter.status) query = query.where('status', '=', filter.status);
    if (filter.type) query = query.where('type', '=', filter.type);
    if (filter.referenceMark) query = query.where('reference_mark', '=', filter.referenceMark);
    if (filter.createdAfter) query = query.where('id', '>=', idAfter('case', filter.createdAfter));
    if (filter.createdBefore) query = query.where('id', '<', idFloor('case', new Date(filter.createdBefore)));
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },
};

const insert = compiledStatement((db, row: Insertable<CasesTable>) =>
  db.insertInto('cases').values(row).returningAll(),
);

const find = compiledStatement((db, { mode, id }: { mode: Mode; id: string }) =>
  db.selectFrom('cases').selectAll().where('id', '=', id).where('mode', '=', mode),
);
