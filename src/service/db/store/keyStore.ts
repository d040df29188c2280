import { type Kysely, sql } from 'kysely';
import type { SlotMark } from '../../crypto/keySlots.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

/** A slot, and the mark that it is to be overwritten with. */
export interface SlotToDestroy {
  slot: Uint8Array;
  mark: SlotMark;
}

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

  /** Of two marks for one slot, that of an erasure stays. */
  addToDestroy: (db: Db, slots: readonly Uint8Array[], mark: SlotMark): Promise<unknown> =>
    db
      .insertInto('keys_to_destroy')
      .values(slots.map((slot) => ({ slot, is_replaced: mark === 'replaced' })))
      .onConflict((conflict) =>
        conflict
          .column('slot')
          .doUpdateSet({ is_replaced: sql`keys_to_destroy.is_replaced and excluded.is_replaced` }),
      )
      .execute(),

  /** Those after one, in the order of their addresses. */
  toDestroy: async (
    db: Db,
    { after, limit }: { after: Uint8Array; limit: number },
  ): Promise<SlotToDestroy[]> => {
    const rows = await db
      .selectFrom('keys_to_destroy')
      .selectAll()
      .where('slot', '>', after)
      .orderBy('slot')
      .limit(limit)
      .execute();
    return rows.map(({ slot, is_replaced }) => ({ slot, mark: is_replaced ? 'replaced' : 'destroyed' }));
  },

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
