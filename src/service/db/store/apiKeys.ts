import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ApiKeysTable } from '../keyTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<ApiKeysTable>;

export const apiKeys = {
  /**
   * Adds a key. An existing key is unchanged.
   * @returns whether the key is new.
   */
  insertIfNew: async (db: Db, row: Insertable<ApiKeysTable>): Promise<boolean> => {
    const inserted = await db
      .insertInto('api_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('id')
      .execute();
    return inserted.length > 0;
  },

  /** Whether there is any key, in either mode. */
  isEmpty: async (db: Db): Promise<boolean> =>
    (await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) === undefined,

  insert: (db: Db, row: Insertable<ApiKeysTable>): Promise<Row> =>
    db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db.selectFrom('api_keys').selectAll().where('id', '=', id).where('mode', '=', mode).executeTakeFirst(),

  /** A key, locked until the transaction ends: it is not revoked or shortened meanwhile. */
  lock: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .forUpdate()
      .executeTakeFirst(),

  /** Newest first, starting after the id `before`. */
  list: (db: Db, mode: Mode, limit: number, before: string | null): Promise<Row[]> => {
    let query = db.selectFrom('api_keys').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    return query.orderBy('id', 'desc').limit(limit).execute();
  },

  /** Ends a key at a time. A key that ends sooner, or was revoked, is unchanged. */
  end: async (db: Db, id: string, at: { now: Date; expiresAt: Date }): Promise<void> => {
    const isImmediate = at.expiresAt <= at.now;
    let query = db.updateTable('api_keys').where('id', '=', id).where('revoked_at', 'is', null);
    if (!isImmediate) {
      query = query.where((key) =>
        key.or([key('expires_at', 'is', null), key('expires_at', '>', at.expiresAt)]),
      );
    }
    await query.set(isImmediate ? { revoked_at: at.now } : { expires_at: at.expiresAt }).execute();
  },

  findByHash: (db: Db, hash: string): Promise<Selectable<ApiKeysTable> | undefined> =>
    db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
};
