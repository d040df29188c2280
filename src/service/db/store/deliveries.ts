import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, DeliveriesTable, DeliveryAttemptsTable, WebhookEndpointsTable } from '../schema.ts';
import type { EventRow } from './events.ts';

type Db = Kysely<Database>;

/** A delivery that this process may attempt now, with all that it takes. */
export type ClaimedDelivery = Pick<
  Selectable<DeliveriesTable>,
  'event_id' | 'endpoint_id' | 'attempt' | 'schedule_from'
> &
  Omit<EventRow, 'id'> &
  Pick<
    Selectable<WebhookEndpointsTable>,
    'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'failing_since'
  >;

/** A claim of what is due. */
export interface DeliveryClaim {
  now: Date;
  leasedUntil: Date;
  /** How many one endpoint may have under way in this process, and how many it has. */
  perEndpoint: number;
  busy: Record<string, number>;
  limit: number;
}

/** An attempt that was made, or the one that is planned. */
export type LoggedAttempt = Pick<
  Selectable<DeliveryAttemptsTable>,
  'event_id' | 'endpoint_id' | 'attempt'
> & {
  status: 'pending' | 'succeeded' | 'failed';
  at: Date | null;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  due_at: Date | null;
};

export const deliveries = {
  /**
   * Claims what is due, in one statement, so that several processes may share the work. Each endpoint gives as many as
   * it has places free, and those with the fewest under way come first. What is claimed may be claimed anew when the
   * lease runs out, in case the process died meanwhile.
   */
  claim: async (
    db: Db,
    { now, leasedUntil, perEndpoint, busy, limit }: DeliveryClaim,
  ): Promise<ClaimedDelivery[]> => {
    const { rows } = await sql<ClaimedDelivery>`
      with claimed as (
        select due.event_id, due.endpoint_id
        from webhook_endpoints endpoint
        left join jsonb_each_text(${JSON.stringify(busy)}::jsonb) taken on taken.key = endpoint.id
        cross join lateral (
          select event_id, endpoint_id from deliveries
          where endpoint_id = endpoint.id and state = 'pending' and due_at <= ${now}
            and (leased_until is null or leased_until <= ${now})
          order by due_at
          limit greatest(0, ${perEndpoint}::int - coalesce(taken.value::int, 0))
          for update skip locked
        ) due
        where endpoint.deleted_at is null
        order by coalesce(taken.value::int, 0)
        limit ${limit}
      )
      update deliveries set leased_until = ${leasedUntil}, attempt = deliveries.attempt + 1
      from claimed
      join events event on event.id = claimed.event_id
      join webhook_endpoints endpoint on endpoint.id = claimed.endpoint_id
      left join cases on cases.id = event.case_id
      where deliveries.event_id = claimed.event_id and deliveries.endpoint_id = claimed.endpoint_id
      returning deliveries.event_id, deliveries.endpoint_id, deliveries.attempt, deliveries.schedule_from,
        event.type, event.mode, event.created_at, event.case_id, event.data, event.words, cases.customer, cases.data_key,
        endpoint.url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_until,
        endpoint.failing_since`.execute(db);
    return rows;
  },

  /** Shows that whoever claimed some deliveries lives. */
  renew: async (db: Db, claimed: readonly ClaimedDelivery[], leasedUntil: Date): Promise<void> => {
    const claims = claimed.map(({ event_id, endpoint_id, attempt }) => ({ event_id, endpoint_id, attempt }));
    await sql`
      update deliveries set leased_until = ${leasedUntil}
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
        as own (event_id text, endpoint_id text, attempt integer)
      where deliveries.event_id = own.event_id and deliveries.endpoint_id = own.endpoint_id
        and deliveries.attempt = own.attempt and leased_until is not null`.execute(db);
  },

  /** When the next delivery may be claimed, leaving aside the endpoints that have no place free. */
  nextDue: async (db: Db, full: readonly string[]): Promise<Date | null> => {
    const { rows } = await sql<{ next: Date | null }>`
      select min(due.due_at) as next
      from webhook_endpoints endpoint
      cross join lateral (
        select greatest(due_at, leased_until) as due_at from deliveries
        where endpoint_id = endpoint.id and state = 'pending'
        order by deliveries.due_at limit 1
      ) due
      where endpoint.deleted_at is null and not (${JSON.stringify(full)}::jsonb ? endpoint.id)`.execute(db);
    return rows[0]?.next ?? null;
  },

  /** Puts an end to a claim. Does nothing if the delivery was claimed, ended or planned anew meanwhile. */
  release: async (
    db: Db,
    claimed: Pick<ClaimedDelivery, 'event_id' | 'endpoint_id' | 'attempt'>,
    set: Partial<Pick<Selectable<DeliveriesTable>, 'state' | 'due_at' | 'attempt'>>,
  ): Promise<void> => {
    await db
      .updateTable('deliveries')
      .set({ ...set, leased_until: null })
      .where('event_id', '=', claimed.event_id)
      .where('endpoint_id', '=', claimed.endpoint_id)
      .where('attempt', '=', claimed.attempt)
      .where('leased_until', 'is not', null)
      .execute();
  },

  /** Holds a delivery until the transaction ends. Returns nothing if its endpoint or event is gone. */
  lock: (db: Db, claimed: Pick<ClaimedDelivery, 'event_id' | 'endpoint_id'>): Promise<unknown> =>
    db
      .selectFrom('deliveries')
      .select('state')
      .where('event_id', '=', claimed.event_id)
      .where('endpoint_id', '=', claimed.endpoint_id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_endpoints')
            .select('id')
            .whereRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id')
            .where('deleted_at', 'is', null),
        ),
      )
      .forUpdate('deliveries')
      .executeTakeFirst(),

  /** Ends all claims at once, where no other process can hold one. */
  releaseAll: async (db: Db): Promise<void> => {
    await db
      .updateTable('deliveries')
      .set({ leased_until: null })
      .where('state', '=', 'pending')
      .where('leased_until', 'is not', null)
      .execute();
  },

  /** Writes an attempt into the log. */
  log: (db: Db, row: Insertable<DeliveryAttemptsTable>): Promise<unknown> =>
    db.insertInto('delivery_attempts').values(row).execute(),

  /** Ends everything that an endpoint still has to get. */
  failPending: (db: Db, endpointId: string): Promise<unknown> =>
    db
      .updateTable('deliveries')
      .set({ state: 'failed', due_at: null, leased_until: null })
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'pending')
      .execute(),

  /**
   * Plans an event anew, to one endpoint, or to all enabled ones of its mode that want its kind.
   * @returns how many.
   */
  plan: async (db: Db, eventId: string, now: Date, endpointId: string | null): Promise<number> => {
    const result = await sql`
      insert into deliveries (event_id, endpoint_id, state, due_at, attempt)
      select event.id, endpoint.id, 'pending', ${now}::timestamptz, 0
      from events event join webhook_endpoints endpoint on endpoint.mode = event.mode
      where event.id = ${eventId} and endpoint.deleted_at is null and case when ${endpointId}::text is null
        then endpoint.status = 'enabled'
          and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))
        else endpoint.id = ${endpointId} end
      on conflict (event_id, endpoint_id) do update set state = 'pending', due_at = excluded.due_at,
        schedule_from = deliveries.attempt, leased_until = null`.execute(db);
    return Number(result.numAffectedRows ?? 0);
  },

  /**
   * Plans anew what one endpoint has missed since a time: deliveries that failed for good, and events that it wants and
   * that came while it was disabled. Returns how many.
   */
  recover: async (
    db: Db,
    endpointId: string,
    { since, now }: { since: Date; now: Date },
  ): Promise<number> => {
    const result = await sql`
      insert into deliveries as own (event_id, endpoint_id, state, due_at, attempt)
      select event.id, endpoint.id, 'pending', ${now}::timestamptz, 0
      from webhook_endpoints endpoint join events event on event.mode = endpoint.mode
      where endpoint.id = ${endpointId} and event.created_at >= ${since}::timestamptz
        and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))
      on conflict (event_id, endpoint_id) do update set state = 'pending', due_at = excluded.due_at,
        schedule_from = own.attempt, leased_until = null
        where own.state = 'failed'`.execute(db);
    return Number(result.numAffectedRows ?? 0);
  },

  /** The log of an event and what is planned, newest attempt first, those before `before`. */
  listOfEvent: async (
    db: Db,
    eventId: string,
    limit: number,
    before: { attempt: number; endpointId: string } | null,
  ): Promise<LoggedAttempt[]> => {
    const start = before
      ? sql`and (attempt, endpoint_id) < (${before.attempt}::int, ${before.endpointId})`
      : sql``;
    const { rows } = await sql<LoggedAttempt>`
      select * from (
        select event_id, endpoint_id, attempt, status, at, response_status, error, duration_ms,
          null::timestamptz as due_at
        from delivery_attempts where event_id = ${eventId}
        union all
        select event_id, endpoint_id, case when leased_until is null then attempt + 1 else attempt end,
          'pending', null, null, null, null, case when leased_until is null then due_at end
        from deliveries where event_id = ${eventId} and state = 'pending'
      ) attempts
      where exists (select from webhook_endpoints where id = endpoint_id and deleted_at is null) ${start}
      order by attempt desc, endpoint_id desc limit ${limit}`.execute(db);
    return rows;
  },
};
