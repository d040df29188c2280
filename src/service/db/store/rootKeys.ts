import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RootKeysTable } from '../keyTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

export const rootKeys = {
  /** Locks the table for the transaction: only one node creates the root key. */
  lock: (db: Db): Promise<unknown> => sql`lock table root_keys in exclusive mode`.execute(db),

  /** The root key, sealed once by each master key, oldest first. */
  list: (db: Db): Promise<Selectable<RootKeysTable>[]> =>
    db.selectFrom('root_keys').selectAll().orderBy('created_at').orderBy('master_key_id').execute(),

  insert: (db: Db, row: Insertable<RootKeysTable>): Promise<unknown> =>
    db
      .insertInto('root_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  replace: (db: Db, { master_key_id, sealed }: Insertable<RootKeysTable>): Promise<unknown> =>
    db.updateTable('root_keys').set({ sealed }).where('master_key_id', '=', master_key_id).execute(),

  /** @returns whether it existed. */
  remove: async (db: Db, masterKeyId: string): Promise<boolean> => {
    const result = await db
      .deleteFrom('root_keys')
      .where('master_key_id', '=', masterKeyId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
};
