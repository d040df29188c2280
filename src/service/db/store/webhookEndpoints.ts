import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
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
      .executeTakeFirst(),

  /** The newest of either mode. */
  newest: (db: Db): Promise<Row | undefined> =>
    db.selectFrom('webhook_endpoints').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),

  /** Newest first, those before the id `before`. */
  list: (db: Db, mode: Mode, limit: number, before: string | null): Promise<Row[]> => {
    let query = db.selectFrom('webhook_endpoints').selectAll().where('mode', '=', mode);
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

  /** Disables an endpoint that is enabled. Returns nothing if there was none to disable. */
  disable: (db: Db, id: string, now: Date): Promise<Row | undefined> =>
    db
      .updateTable('webhook_endpoints')
      .set({ status: 'disabled', updated_at: now })
      .where('id', '=', id)
      .where('status', '=', 'enabled')
      .returningAll()
      .executeTakeFirst(),

  /** Removes an endpoint with its deliveries and their log. */
  delete: (db: Db, mode: Mode, id: string): Promise<{ id: string } | undefined> =>
    db
      .deleteFrom('webhook_endpoints')
      .where('id', '=', id)
      .where('mode', '=', mode)
      .returning('id')
      .executeTakeFirst(),
};
