import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { idFloor } from '../idRange.ts';
import type { Database, DeliveriesTable, DeliveryAttemptsTable, WebhookEndpointsTable } from '../schema.ts';
import type { EventRow } from './events.ts';

type Db = Kysely<Database>;

/** A delivery that this process may attempt now, with its endpoint. */
export type ClaimedDelivery = Pick<
  Selectable<DeliveriesTable>,
  'event_id' | 'endpoint_id' | 'case_id' | 'attempt' | 'schedule_from'
> &
  Pick<Selectable<WebhookEndpointsTable>, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'>;
type Claim = Pick<ClaimedDelivery, 'event_id' | 'endpoint_id' | 'attempt'>;

/** The parameters of a claim of due deliveries. */
export interface DeliveryClaim {
  now: Date;
  leasedUntil: Date;
  /** Maximum concurrent deliveries to one endpoint in this process, and the current number for each endpoint. */
  perEndpoint: number;
  busy: Record<string, number>;
  limit: number;
}

/** An attempt that was made, or the next planned one. */
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

/** Maximum number of events in one statement, which takes PostgreSQL less than a second. */
const MAX_RECOVERED = 10_000;

export const deliveries = {
  /**
   * Claims due deliveries in one statement, so that several processes can share the work. Each endpoint contributes at
   * most its free slots, and endpoints with the fewest deliveries in flight come first. A claim may be repeated after
   * its lease has run out, in case the process died.
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
          where endpoint_id = endpoint.id and due_at <= ${now}
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
      from claimed join webhook_endpoints endpoint on endpoint.id = claimed.endpoint_id
      where deliveries.event_id = claimed.event_id and deliveries.endpoint_id = claimed.endpoint_id
      returning deliveries.event_id, deliveries.endpoint_id, deliveries.case_id, deliveries.attempt,
        deliveries.schedule_from, endpoint.url, endpoint.secret, endpoint.previous_secret,
        endpoint.previous_secret_until`.execute(db);
    return rows;
  },

  /** Extends the leases of claimed deliveries. */
  renew: async (db: Db, claimed: readonly ClaimedDelivery[], leasedUntil: Date): Promise<void> => {
    const claims = claimed.map(({ event_id, endpoint_id, attempt }) => ({ event_id, endpoint_id, attempt }));
    await sql`
      update deliveries set leased_until = ${leasedUntil}
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
        as own (event_id text, endpoint_id text, attempt integer)
      where deliveries.event_id = own.event_id and deliveries.endpoint_id = own.endpoint_id
        and deliveries.attempt = own.attempt and leased_until is not null`.execute(db);
  },

  /**
   * The time of the next delivery that may be claimed, ignoring endpoints without free slots. Leased deliveries do not
   * hide others: they were due already, so few rows are read for them.
   */
  nextDue: async (db: Db, full: readonly string[], now: Date): Promise<Date | null> => {
    const { rows } = await sql<{ next: Date | null }>`
      select min(due.at) as next
      from webhook_endpoints endpoint
      cross join lateral (
        (select due_at as at from deliveries
          where endpoint_id = endpoint.id and leased_until is null order by due_at limit 1)
        union all
        select min(leased_until) from deliveries
          where endpoint_id = endpoint.id and leased_until is not null and due_at <= ${now}
      ) due
      where endpoint.deleted_at is null and not (${JSON.stringify(full)}::jsonb ? endpoint.id)`.execute(db);
    return rows[0]?.next ?? null;
  },

  /** Schedules the next attempt of a claim. No effect if the delivery was claimed, ended or rescheduled in the meantime. */
  release: async (
    db: Db,
    claimed: Claim,
    set: Pick<Selectable<DeliveriesTable>, 'due_at'> & { attempt?: number },
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

  /** Ends a delivery after its last attempt. No effect if it was claimed, ended or rescheduled in the meantime. */
  end: async (db: Db, claimed: Claim): Promise<void> => {
    await db
      .deleteFrom('deliveries')
      .where('event_id', '=', claimed.event_id)
      .where('endpoint_id', '=', claimed.endpoint_id)
      .where('attempt', '=', claimed.attempt)
      .where('leased_until', 'is not', null)
      .execute();
  },

  /** Locks a delivery until the transaction ends. Returns nothing if it has ended. */
  lock: (db: Db, claimed: Pick<ClaimedDelivery, 'event_id' | 'endpoint_id'>): Promise<unknown> =>
    db
      .selectFrom('deliveries')
      .select('attempt')
      .where('event_id', '=', claimed.event_id)
      .where('endpoint_id', '=', claimed.endpoint_id)
      .forUpdate()
      .executeTakeFirst(),

  /** Ends all leases. Call it only if no other process can hold one. */
  releaseAll: async (db: Db): Promise<void> => {
    await db
      .updateTable('deliveries')
      .set({ leased_until: null })
      .where('leased_until', 'is not', null)
      .execute();
  },

  /** Adds an attempt to the log. */
  log: (db: Db, row: Insertable<DeliveryAttemptsTable>): Promise<unknown> =>
    db
      .insertInto('delivery_attempts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  /** Ends all pending deliveries of an endpoint. */
  endAll: (db: Db, endpointId: string): Promise<unknown> =>
    db.deleteFrom('deliveries').where('endpoint_id', '=', endpointId).execute(),

  /**
   * Schedules an event again: for one endpoint, or for all enabled endpoints of its mode that subscribe to its type.
   * @returns the number of deliveries.
   */
  plan: async (
    db: Db,
    { id, case_id }: Pick<EventRow, 'id' | 'case_id'>,
    now: Date,
    endpointId: string | null,
  ): Promise<number> => {
    const result = await sql`
      insert into deliveries (event_id, endpoint_id, case_id, due_at, attempt, schedule_from)
      select event.id, endpoint.id, event.case_id, ${now}::timestamptz, made.attempts, made.attempts
      from events event join webhook_endpoints endpoint on endpoint.mode = event.mode
      cross join lateral (
        select coalesce(max(attempt), 0) as attempts from delivery_attempts
        where case_id = ${case_id} and event_id = ${id} and endpoint_id = endpoint.id
      ) made
      where event.case_id = ${case_id} and event.id = ${id} and endpoint.deleted_at is null and case when ${endpointId}::text is null
        then endpoint.status = 'enabled'
          and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))
        else endpoint.id = ${endpointId} end
      on conflict (event_id, endpoint_id) do update set due_at = excluded.due_at,
        schedule_from = deliveries.attempt, leased_until = null`.execute(db);
    return Number(result.numAffectedRows ?? 0);
  },

  /**
   * Reschedules the deliveries that an endpoint has missed since a time: those that failed permanently, and subscribed
   * events that occurred while it was disabled. Each statement reads at most `limit` events.
   * @returns the number of rescheduled deliveries.
   */
  recover: async (
    db: Db,
    { id, mode }: Pick<Selectable<WebhookEndpointsTable>, 'id' | 'mode'>,
    { since, now, limit = MAX_RECOVERED }: { since: Date; now: Date; limit?: number },
  ): Promise<number> => {
    let missed = 0;
    for (let last: string | null = idFloor('evt', since); last !== null; ) {
      const { rows } = await sql<{ last: string | null; missed: number }>`
        with piece as (
          select id, case_id, type, created_at from events where mode = ${mode} and id > ${last} order by id limit ${limit}
        ), planned as (
          insert into deliveries (event_id, endpoint_id, case_id, due_at, attempt, schedule_from)
          select event.id, endpoint.id, event.case_id, ${now}::timestamptz, coalesce(last.attempt, 0), coalesce(last.attempt, 0)
          from piece event join webhook_endpoints endpoint on endpoint.id = ${id}
          left join lateral (
            select attempt, status from delivery_attempts
            where case_id = event.case_id and event_id = event.id and endpoint_id = endpoint.id
            order by attempt desc limit 1
          ) last on true
          where event.created_at >= ${since}::timestamptz and last.status is distinct from 'succeeded'
            and (endpoint.event_types @> '["*"]' or endpoint.event_types @> to_jsonb(event.type))
          on conflict (event_id, endpoint_id) do nothing returning 1
        )
        select (select max(id) from piece) as last, (select count(*)::int from planned) as missed`.execute(
        db,
      );
      last = rows[0]!.last;
      missed += rows[0]!.missed;
    }
    return missed;
  },

  /** The attempts of an event, made and scheduled, newest first, starting after `before`. */
  listOfEvent: async (
    db: Db,
    { id, case_id }: Pick<EventRow, 'id' | 'case_id'>,
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
        from delivery_attempts where case_id = ${case_id} and event_id = ${id}
        union all
        select event_id, endpoint_id, case when leased_until is null then attempt + 1 else attempt end,
          'pending', null, null, null, null, case when leased_until is null then due_at end
        from deliveries where event_id = ${id}
      ) attempts
      where exists (select from webhook_endpoints where id = endpoint_id and deleted_at is null) ${start}
      order by attempt desc, endpoint_id desc limit ${limit}`.execute(db);
    return rows;
  },

  /** What became of the events of a case, by their ids: for all endpoints that still exist. */
  resultsOf: async (db: Db, caseId: string, ids: readonly string[]): Promise<Map<string, DeliveryResult>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<DeliveryResult & { event_id: string }>`
      select event_id, max(at) filter (where status = 'succeeded') as "deliveredAt",
        (count(*) filter (where status = 'failed'))::integer as failed, bool_or(status = 'pending') as "isDue"
      from (
        select event_id, endpoint_id, status, at from delivery_attempts
        where case_id = ${caseId} and event_id in (${sql.join(ids)})
        union all
        select event_id, endpoint_id, 'pending', null from deliveries where event_id in (${sql.join(ids)})
      ) attempts
      where exists (select from webhook_endpoints where id = endpoint_id and deleted_at is null)
      group by event_id`.execute(db);
    return new Map(rows.map(({ event_id, ...result }) => [event_id, result]));
  },
};

/** What became of an event at all endpoints. */
export interface DeliveryResult {
  deliveredAt: Date | null;
  failed: number;
  isDue: boolean;
}
