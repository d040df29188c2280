import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListEvents } from '../../../contract/page.ts';
import { idFloor } from '../idFloor.ts';
import { planned } from '../planned.ts';
import type { CasesTable, Database, EventsTable } from '../schema.ts';

/** An event, with what opens its words; both `null` where there is no case. */
export type EventRow = Selectable<EventsTable> & {
  [Column in 'customer' | 'data_key']: Selectable<CasesTable>[Column] | null;
};

export const events = {
  /**
   * Adds an event and a delivery for each endpoint of its mode that wants its kind.
   * @returns how many endpoints want it.
   */
  insert: async (db: Kysely<Database>, row: Insertable<EventsTable>): Promise<number> =>
    Number((await insert(db, row)).numAffectedRows ?? 0),

  /** Adds an event that goes to one endpoint, whatever kinds that one wants. */
  insertFor: (db: Kysely<Database>, row: Insertable<EventsTable>, endpointId: string): Promise<unknown> =>
    sql`
      with event as (
        insert into events (id, mode, type, created_at, case_id, data, words)
        values (${row.id}, ${row.mode}, ${row.type}, ${row.created_at}, ${row.case_id}, ${row.data}, ${row.words})
        returning id, created_at
      )
      insert into deliveries (event_id, endpoint_id, state, due_at, attempt)
      select id, ${endpointId}, 'pending', created_at, 0 from event`.execute(db),

  find: (db: Kysely<Database>, mode: Mode, id: string): Promise<EventRow | undefined> =>
    withCases(db).where('events.id', '=', id).where('events.mode', '=', mode).executeTakeFirst(),

  /** Newest first, those before the id `before`. */
  list: (
    db: Kysely<Database>,
    mode: Mode,
    filter: Omit<ListEvents, 'cursor'>,
    before: string | null,
  ): Promise<EventRow[]> => {
    let query = withCases(db).where('events.mode', '=', mode);
    if (before) query = query.where('events.id', '<', before);
    if (filter.type) query = query.where('events.type', '=', filter.type);
    if (filter.caseId) query = query.where('events.case_id', '=', filter.caseId);
    return query.orderBy('events.id', 'desc').limit(filter.limit).execute();
  },

  /** Forgets up to `most` of the events before a time, with their deliveries. Returns how many. */
  deleteBefore: async (db: Kysely<Database>, time: Date, most: number): Promise<number> => {
    const { rows } = await sql<{ id: string }>`
      select id from events where id < ${idFloor('evt', time)} order by id limit ${most}`.execute(db);
    if (rows.length === 0) return 0;
    const last = rows.at(-1)!.id;
    await db.deleteFrom('delivery_attempts').where('event_id', '<=', last).execute();
    await db.deleteFrom('deliveries').where('event_id', '<=', last).execute();
    await db.deleteFrom('events').where('id', '<=', last).execute();
    return rows.length;
  },
};

function withCases(db: Kysely<Database>) {
  return db
    .selectFrom('events')
    .leftJoin('cases', 'cases.id', 'events.case_id')
    .selectAll('events')
    .select(['cases.customer', 'cases.data_key']);
}

const insert = planned((db, row: Insertable<EventsTable>) => {
  const query = sql`
    with event as (
      insert into events (id, mode, type, created_at, case_id, data, words)
      values (${row.id}, ${row.mode}, ${row.type}, ${row.created_at}, ${row.case_id}, ${row.data}, ${row.words})
      returning id, mode, type, created_at
    )
    insert into deliveries (event_id, endpoint_id, state, due_at, attempt)
    select event.id, endpoint.id, 'pending', event.created_at, 0
    from event join webhook_endpoints endpoint on endpoint.mode = event.mode
    where endpoint.status = 'enabled' and endpoint.deleted_at is null
      and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))`;
  return { compile: () => query.compile(db) };
});
