import type { Insertable, Kysely, Selectable } from 'kysely';
import type { DeskChallengesTable, DeskPasskeysTable } from '../reviewTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
export type PasskeyRow = Selectable<DeskPasskeysTable>;

export const deskPasskeys = {
  insert: (db: Db, row: Insertable<DeskPasskeysTable>): Promise<unknown> =>
    db.insertInto('desk_passkeys').values(row).execute(),

  find: (db: Db, id: string): Promise<PasskeyRow | undefined> =>
    db.selectFrom('desk_passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  ofReviewer: (db: Db, reviewer: string): Promise<PasskeyRow[]> =>
    db
      .selectFrom('desk_passkeys')
      .selectAll()
      .where('reviewer', '=', reviewer)
      .orderBy('created_at')
      .execute(),

  /** Notes a use, with the counter of the authenticator. */
  use: (db: Db, id: string, { counter, at }: { counter: number; at: Date }): Promise<unknown> =>
    db.updateTable('desk_passkeys').set({ counter, used_at: at }).where('id', '=', id).execute(),

  delete: (db: Db, { id, reviewer }: Pick<PasskeyRow, 'id' | 'reviewer'>): Promise<unknown> =>
    db.deleteFrom('desk_passkeys').where('id', '=', id).where('reviewer', '=', reviewer).execute(),
};

export const deskChallenges = {
  /** Replaces an earlier challenge of the same browser. */
  put: (db: Db, row: Insertable<DeskChallengesTable>): Promise<unknown> =>
    db
      .insertInto('desk_challenges')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({
          reviewer: row.reviewer,
          challenge: row.challenge,
          expires_at: row.expires_at,
        }),
      )
      .execute(),

  /** Uses a challenge up, also an expired one. */
  take: (db: Db, hash: string): Promise<Selectable<DeskChallengesTable> | undefined> =>
    db.deleteFrom('desk_challenges').where('hash', '=', hash).returningAll().executeTakeFirst(),
};
