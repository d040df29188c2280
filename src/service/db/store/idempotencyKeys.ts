import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, IdempotencyKeysTable } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Insertable<IdempotencyKeysTable>;

export const idempotencyKeys = {
  /**
   * Claims a key for the transaction: adds its row, unless an unexpired row exists, or another transaction is adding
   * one.
   * @returns whether it was claimed.
   */
  take: async (db: Db, { owner, key, fingerprint, expires_at }: Row, now: Date): Promise<boolean> => {
    const { rows } = await sql`
      insert into idempotency_keys as own (owner, key, fingerprint, expires_at)
      select ${owner}::text, ${key}::text, ${fingerprint}::text, ${expires_at}::timestamptz
      where pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 4010))
      on conflict (owner, key) do update
        set fingerprint = excluded.fingerprint, answer = null, case_id = null, is_owned = false, expires_at = excluded.expires_at
        where own.expires_at <= ${now}::timestamptz
      returning key`.execute(db);
    return rows.length > 0;
  },

  find: (db: Db, owner: string, key: string): Promise<Selectable<IdempotencyKeysTable> | undefined> =>
    db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('owner', '=', owner)
      .where('key', '=', key)
      .executeTakeFirst(),

  setAnswer: (
    db: Db,
    { owner, key }: Row,
    set: { answer: Uint8Array; case_id: string | null; is_owned: boolean },
  ): Promise<unknown> =>
    db.updateTable('idempotency_keys').set(set).where('owner', '=', owner).where('key', '=', key).execute(),

  /** Deletes stored responses to the back end about a case. The page's have no details, and expire by themselves. */
  forgetOfBackEnd: async (db: Db, caseId: string): Promise<void> => {
    await db
      .deleteFrom('idempotency_keys')
      .where('case_id', '=', caseId)
      .where('owner', 'like', '% account')
      .execute();
  },

  /** Deletes stored responses of erased cases, screenings and watches. */
  forgetAnswers: async (db: Db, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await db.deleteFrom('idempotency_keys').where('case_id', 'in', ids).execute();
  },
};
