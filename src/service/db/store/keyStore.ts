import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

/** The slot directory that belongs to the database, and the slots that are still to be destroyed. */
export const keyStore = {
  id: async (db: Db): Promise<string | null> =>
    (await db.selectFrom('key_store').select('id').executeTakeFirst())?.id ?? null,

  /** Records the directory, unless another node has recorded one. @returns the recorded one. */
  note: (db: Db, id: string): Promise<string> =>
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('root_keys').select('master_key_id').forUpdate().execute();
      const storedId = await keyStore.id(tx);
      if (storedId === null) await tx.insertInto('key_store').values({ id }).execute();
      return storedId ?? id;
    }),

  addToDestroy: (db: Db, slots: readonly Uint8Array[]): Promise<unknown> =>
    db
      .insertInto('keys_to_destroy')
      .values(slots.map((slot) => ({ slot })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  toDestroy: async (db: Db, limit: number): Promise<Uint8Array[]> =>
    (await db.selectFrom('keys_to_destroy').select('slot').limit(limit).execute()).map(({ slot }) => slot),

  countToDestroy: async (db: Db): Promise<number> => {
    const { count } = await db
      .selectFrom('keys_to_destroy')
      .select((query) => query.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  forget: (db: Db, slots: readonly Uint8Array[]): Promise<unknown> =>
    db.deleteFrom('keys_to_destroy').where('slot', 'in', slots).execute(),
};
