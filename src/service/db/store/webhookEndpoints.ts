import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database, WebhookEndpointsTable } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<WebhookEndpointsTable>;

export const webhookEndpoints = {
  insert: (db: Db, row: Insertable<WebhookEndpointsTable>): Promise<Row> =>
    db.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  /** Newest first, starting after the id `before`. */
  list: (db: Db, mode: Mode, limit: number, before: string | null): Promise<Row[]> => {
    let query = db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('mode', '=', mode)
      .where('deleted_at', 'is', null);
    if (before) query = query.where('id', '<', before);
    return query.orderBy('id', 'desc').limit(limit).execute();
  },

  update: (
    db: Db,
    mode: Mode,
    id: string,
    set: Updateable<WebhookEndpointsTable>,
  ): Promise<Row | undefined> =>
    db
      .updateTable('webhook_endpoints')
      .set(set)
      .where('id', '=', id)
      .where('mode', '=', mode)
      .returningAll()
      .executeTakeFirst(),

  /** Since when an endpoint has been failing; nothing if it was deleted. */
  failing: (db: Db, id: string): Promise<Pick<Row, 'failing_since'> | undefined> =>
    failing(db, id).executeTakeFirst(),

  /** Like `failing`, but locks the endpoint until the transaction ends. */
  lock: (db: Db, id: string): Promise<Pick<Row, 'failing_since'> | undefined> =>
    failing(db, id).forUpdate().executeTakeFirst(),

  /** Disables an enabled endpoint. Returns nothing if it is disabled or does not exist. */
  disable: (db: Db, id: string, now: Date): Promise<Row | undefined> =>
    db
      .updateTable('webhook_endpoints')
      .set({ status: 'disabled', updated_at: now })
      .where('id', '=', id)
      .where('status', '=', 'enabled')
      .returningAll()
      .executeTakeFirst(),

  /** Marks an endpoint as deleted, which hides it; `purge` removes its rows later. */
  delete: (db: Db, mode: Mode, id: string, now: Date): Promise<{ id: string } | undefined> =>
    db
      .updateTable('webhook_endpoints')
      .set({ deleted_at: now, status: 'disabled', updated_at: now })
      .where('id', '=', id)
      .where('mode', '=', mode)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),

  /** Records since when an endpoint has been failing; `null`: it is not. */
  setFailing: (db: Db, id: string, since: Date | null): Promise<unknown> =>
    db
      .updateTable('webhook_endpoints')
      .set({ failing_since: since })
      .where('id', '=', id)
      .where('failing_since', since ? 'is' : 'is not', null)
      .execute(),

  /**
   * Deletes a batch of a deleted endpoint's pending deliveries, and finally the endpoint itself. Attempts are dropped
   * with their weekly partitions.
   * @returns whether more are left.
   */
  purge: async (db: Db, limit: number): Promise<boolean> => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_endpoints where deleted_at is not null order by id limit 1`.execute(db);
    if (!rows[0]) return false;
    const { id } = rows[0];
    const { rows: deleted } = await sql<{ event_id: string }>`
      delete from deliveries where endpoint_id = ${id} and event_id in (
        select event_id from deliveries where endpoint_id = ${id} limit ${limit}) returning event_id`.execute(
      db,
    );
    if (deleted.length === 0) await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
    return true;
  },
};

function failing(db: Db, id: string) {
  return db
    .selectFrom('webhook_endpoints')
    .select('failing_since')
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
}
