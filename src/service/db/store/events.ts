import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListEvents } from '../../../contract/page.ts';
import { compiledStatement } from '../compiledStatement.ts';
import { idFloor } from '../idRange.ts';
import type { CasesTable, Database, EventsTable } from '../schema.ts';
import type { AmlWatchesTable } from '../screeningTables.ts';
import { amlWatches } from './amlWatches.ts';
import { caseIds } from './caseIds.ts';

/** An event with its owner's data key (both `null` if it has no case) and its watch, if it has one. */
export type EventRow = CaseEventRow & {
  watch?: Pick<Selectable<AmlWatchesTable>, 'id' | 'data_key' | 'sealed_reference'> | undefined;
};
type CaseEventRow = Selectable<EventsTable> & {
  [Column in 'customer' | 'data_key']: Selectable<CasesTable>[Column] | null;
};

/** The primary key of an event. */
export interface EventKey {
  event_id: string;
  case_id: string;
}

export const events = {
  /**
   * Adds an event, and a delivery for each endpoint of its mode that subscribes to its type.
   * @returns the number of deliveries.
   */
  insert: async (db: Kysely<Database>, row: Insertable<EventsTable>): Promise<number> =>
    Number((await insert(db, row)).numAffectedRows ?? 0),

  /** The statement of `insert`. It returns one row for each delivery. */
  insertion: (db: Kysely<Database>, row: Insertable<EventsTable>) => insert.statement(db, row),

  /** Adds an event for one endpoint, regardless of its subscriptions. */
  insertFor: (db: Kysely<Database>, row: Insertable<EventsTable>, endpointId: string): Promise<unknown> =>
    sql`
      with event as (
        insert into events (id, mode, type, created_at, case_id, data, words)
        values (${row.id}, ${row.mode}, ${row.type}, ${row.created_at}, ${row.case_id}, ${row.data}, ${row.words})
        returning id, created_at, case_id
      ), ${caseEvent}
      insert into deliveries (event_id, endpoint_id, case_id, due_at, attempt)
      select id, ${endpointId}, case_id, created_at, 0 from event`.execute(db),

  find: async (db: Kysely<Database>, mode: Mode, id: string): Promise<EventRow | undefined> => {
    const row = await events.findByKey(db, { event_id: id, case_id: await caseIds.findOfEvent(db, id) });
    return row?.mode === mode ? row : undefined;
  },

  /** The event of a delivery. */
  findByKey: async (db: Kysely<Database>, key: EventKey): Promise<EventRow | undefined> =>
    (await withWatches(db, (await findByKey(db, key)).rows))[0],

  /** Newest first, starting after the id `before`. */
  list: async (
    db: Kysely<Database>,
    mode: Mode,
    filter: Omit<ListEvents, 'cursor'>,
    before: string | null,
  ): Promise<EventRow[]> => {
    let query = withCases(db).where('events.mode', '=', mode);
    if (before) query = query.where('events.id', '<', before);
    if (filter.type) query = query.where('events.type', '=', filter.type);
    if (filter.caseId) query = query.where('events.case_id', '=', filter.caseId);
    return await withWatches(db, await query.orderBy('events.id', 'desc').limit(filter.limit).execute());
  },

  /** Deletes up to `limit` events before a time, with their deliveries. @returns how many. */
  deleteBefore: async (db: Kysely<Database>, time: Date, limit: number): Promise<number> => {
    const { rows } = await sql<{ keys: string; ids: string[] }>`
      select json_agg(old) as keys, json_agg(id) as ids from (
        select case_id, id from events where mode in ('live', 'test') and id < ${idFloor('evt', time)} limit ${limit}
      ) old`.execute(db);
    const { keys, ids } = rows[0]!;
    if (!ids) return 0;
    const old = sql`select case_id, id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as old (case_id text, id text)`;
    await sql`delete from delivery_attempts where (case_id, event_id) in (${old})`.execute(db);
    await db.deleteFrom('deliveries').where('event_id', 'in', ids).execute();
    await sql`delete from events where (case_id, id) in (${old})`.execute(db);
    await db.deleteFrom('case_events').where('id', 'in', ids).execute();
    return ids.length;
  },
};

function withCases(db: Kysely<Database>) {
  return db
    .selectFrom('events')
    .leftJoin('cases', 'cases.id', 'events.case_id')
    .selectAll('events')
    .select(['cases.customer', 'cases.data_key']);
}

/** Watches are looked up separately: their table may be split differently from that of events. */
async function withWatches(db: Kysely<Database>, rows: readonly CaseEventRow[]): Promise<EventRow[]> {
  const watchOf = ({ case_id, data }: CaseEventRow) =>
    case_id === '' && typeof data['watchId'] === 'string' ? data['watchId'] : null;
  const ids = [...new Set(rows.flatMap((row) => watchOf(row) ?? []))];
  const watchRows = await amlWatches.findAll(db, ids);
  const watches = new Map(watchRows.map((watch) => [watch.id, watch]));
  return rows.map((row) => ({ ...row, watch: watches.get(watchOf(row) ?? '') }));
}

const findByKey = compiledStatement((db, { event_id, case_id }: EventKey) =>
  withCases(db).where('events.case_id', '=', case_id).where('events.id', '=', event_id),
);

/** Records the case of an event, if it has one. */
const caseEvent = sql`known as (
      insert into case_events (id, case_id) select id, case_id from event where case_id <> '')`;

const insert = compiledStatement((db, row: Insertable<EventsTable>) => {
  const query = sql`
    with event as (
      insert into events (id, mode, type, created_at, case_id, data, words)
      values (${row.id}, ${row.mode}, ${row.type}, ${row.created_at}, ${row.case_id}, ${row.data}, ${row.words})
      returning id, mode, type, created_at, case_id
    ), ${caseEvent}
    insert into deliveries (event_id, endpoint_id, case_id, due_at, attempt)
    select event.id, endpoint.id, event.case_id, event.created_at, 0
    from event join webhook_endpoints endpoint on endpoint.mode = event.mode
    where endpoint.status = 'enabled' and endpoint.deleted_at is null
      and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))`;
  return { compile: () => query.compile(db) };
});
