import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ApiKeysTable, Database } from '../schema.ts';

type Db = Kysely<Database>;

export const apiKeys = {
  /** Adds a key; one that is there already stays as it is. */
  insertIfNew: (db: Db, row: Insertable<ApiKeysTable>): Promise<unknown> =>
    db
      .insertInto('api_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute(),

  findByHash: (db: Db, hash: string): Promise<Selectable<ApiKeysTable> | undefined> =>
    db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
};
