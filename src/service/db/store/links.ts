import { type CompiledQuery, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { LinksTable, PageCookiesTable } from '../keyTables.ts';
import type { Database } from '../schema.ts';
import { caseIds } from './caseIds.ts';

type Db = Kysely<Database>;

/** Links to hosted pages. The secret and the cookies are found by their hashes in `case_ids`. */
export const links = {
  insertions: (db: Db, row: Insertable<LinksTable>): CompiledQuery[] => [
    caseIds.insertion(db, row.hash, row.case_id),
    db.insertInto('links').values(row).compile(),
  ],

  find: (db: Db, caseId: string): Promise<Selectable<LinksTable> | undefined> =>
    db.selectFrom('links').selectAll().where('case_id', '=', caseId).executeTakeFirst(),

  /** Counts a wrong date of birth. @returns the number so far. */
  countWrongDate: async (db: Db, caseId: string): Promise<number> => {
    const { wrong_dates } = await db
      .updateTable('links')
      .set({ wrong_dates: sql`wrong_dates + 1` })
      .where('case_id', '=', caseId)
      .returning('wrong_dates')
      .executeTakeFirstOrThrow();
    return wrong_dates;
  },

  /** Ends the link of a case, if it has one. */
  delete: async (db: Db, caseId: string): Promise<void> => {
    const deleted = await db.deleteFrom('links').where('case_id', '=', caseId).returning('hash').execute();
    for (const { hash } of deleted) await caseIds.delete(db, [hash]);
  },

  insertCookie: async (db: Db, row: Insertable<PageCookiesTable>): Promise<void> => {
    await caseIds.insert(db, row.hash, row.case_id);
    await db.insertInto('page_cookies').values(row).execute();
  },

  findCookie: (db: Db, caseId: string, hash: string): Promise<Selectable<PageCookiesTable> | undefined> =>
    db
      .selectFrom('page_cookies')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('hash', '=', hash)
      .executeTakeFirst(),

  renewCookie: (db: Db, { case_id, hash, expires_at }: Selectable<PageCookiesTable>): Promise<unknown> =>
    db
      .updateTable('page_cookies')
      .set({ expires_at })
      .where('case_id', '=', case_id)
      .where('hash', '=', hash)
      .execute(),

  /** Deletes up to `limit` expired cookies. @returns how many. */
  deleteCookiesBefore: async (db: Db, before: Date, limit: number): Promise<number> => {
    const old = await db
      .selectFrom('page_cookies')
      .select(['case_id', 'hash'])
      .where('expires_at', '<', before)
      .limit(limit)
      .execute();
    for (const { case_id, hash } of old) await deleteCookie(db, case_id, hash);
    return old.length;
  },

  /** Deletes the link of a case and the cookies of its browsers. */
  deleteOfCase: async (db: Db, caseId: string): Promise<void> => {
    await links.delete(db, caseId);
    await links.deleteCookies(db, caseId);
  },

  deleteCookies: async (db: Db, caseId: string): Promise<void> => {
    const cookies = await db
      .deleteFrom('page_cookies')
      .where('case_id', '=', caseId)
      .returning('hash')
      .execute();
    for (const { hash } of cookies) await caseIds.delete(db, [hash]);
  },
};

async function deleteCookie(db: Db, caseId: string, hash: string): Promise<void> {
  await db.deleteFrom('page_cookies').where('case_id', '=', caseId).where('hash', '=', hash).execute();
  await caseIds.delete(db, [hash]);
}
