import type { CompiledQuery, Insertable, Kysely, Selectable } from 'kysely';
import type { KeyReach, SessionKeysTable } from '../keyTables.ts';
import type { Database } from '../schema.ts';
import { caseIds } from './caseIds.ts';

type Db = Kysely<Database>;

export const sessionKeys = {
  insertions: (db: Db, row: Insertable<SessionKeysTable>): CompiledQuery[] => [
    caseIds.insertion(db, row.hash, row.case_id),
    db.insertInto('session_keys').values(row).compile(),
  ],

  find: (db: Db, caseId: string, hash: string): Promise<Selectable<SessionKeysTable> | undefined> =>
    db
      .selectFrom('session_keys')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('hash', '=', hash)
      .executeTakeFirst(),

  /**
   * Revokes the keys of the phone of a case, or of the browsers that opened its link. @returns how many were active.
   */
  revokeOf: async (db: Db, caseId: string, reach: KeyReach, now: Date): Promise<number> => {
    const live = await db
      .updateTable('session_keys')
      .set({ revoked_at: now })
      .where('case_id', '=', caseId)
      .where('reach', '=', reach)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id')
      .execute();
    return live.length;
  },

  isActive: async (db: Db, caseId: string, id: string, now: Date): Promise<boolean> => {
    const found = await db
      .selectFrom('session_keys')
      .select('id')
      .where('case_id', '=', caseId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return found !== undefined;
  },

  /** The number of active keys of browsers that opened the link of a case. */
  countOfLink: async (db: Db, caseId: string, now: Date): Promise<number> => {
    const { count } = await db
      .selectFrom('session_keys')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('case_id', '=', caseId)
      .where('reach', '=', 'link')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Revokes all active keys of a case. */
  revokeAll: (db: Db, caseId: string, now: Date): Promise<unknown> =>
    db
      .updateTable('session_keys')
      .set({ revoked_at: now })
      .where('case_id', '=', caseId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .execute(),

  /**
   * Revokes the active keys of one holder, except for the `keep` newest: those that the back end made, or those of one
   * browser that opened the link. The keys of others are nobody else's to end.
   */
  revokeOlder: (
    db: Db,
    caseId: string,
    now: Date,
    { browser, keep }: { browser: string | null; keep: number },
  ): Promise<unknown> =>
    db
      .updateTable('session_keys')
      .set({ revoked_at: now })
      .where('case_id', '=', caseId)
      .where('id', 'in', (live) =>
        live
          .selectFrom('session_keys')
          .select('id')
          .where('case_id', '=', caseId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .$if(browser === null, (query) => query.where('reach', 'is', null))
          .$if(browser !== null, (query) => query.where('reach', '=', 'link').where('browser', '=', browser))
          .orderBy('id', 'desc')
          .limit(100)
          .offset(keep),
      )
      .execute(),

  /** Deletes up to `limit` keys that were created before the id `before`. @returns how many. */
  deleteBefore: async (db: Db, before: string, limit: number): Promise<number> => {
    const old = await db
      .selectFrom('session_keys')
      .select(['case_id', 'id', 'hash'])
      .where('id', '<', before)
      .limit(limit)
      .execute();
    if (old.length === 0) return 0;
    await db
      .deleteFrom('session_keys')
      .where(({ refTuple, tuple, eb }) =>
        eb(
          refTuple('case_id', 'id'),
          'in',
          old.map((key) => tuple(key.case_id, key.id)),
        ),
      )
      .execute();
    await caseIds.delete(
      db,
      old.map(({ hash }) => hash),
    );
    return old.length;
  },

  deleteOfCase: async (db: Db, caseId: string): Promise<void> => {
    const deleted = await db
      .deleteFrom('session_keys')
      .where('case_id', '=', caseId)
      .returning('hash')
      .execute();
    // One by one: they may be in different partitions, and there are few.
    for (const { hash } of deleted) await caseIds.delete(db, [hash]);
  },
};
