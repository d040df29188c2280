import type { Insertable, Kysely, Selectable } from 'kysely';
import type { SessionKeysTable } from '../keyTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

export const sessionKeys = {
  insert: (db: Db, row: Insertable<SessionKeysTable>): Promise<unknown> =>
    db.insertInto('session_keys').values(row).execute(),

  findByHash: (db: Db, hash: string): Promise<Selectable<SessionKeysTable> | undefined> =>
    db.selectFrom('session_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),

  /** Ends the live keys of a case, all but the `keep` newest. */
  revoke: (db: Db, caseId: string, now: Date, keep = 0): Promise<unknown> =>
    db
      .updateTable('session_keys')
      .set({ revoked_at: now })
      .where('id', 'in', (live) =>
        live
          .selectFrom('session_keys')
          .select('id')
          .where('case_id', '=', caseId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .orderBy('id', 'desc')
          .limit(100)
          .offset(keep),
      )
      .execute(),
};
