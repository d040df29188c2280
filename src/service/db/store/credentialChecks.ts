import { type Kysely, type Selectable, sql } from 'kysely';
import type { CredentialChecksTable } from '../credentialTable.ts';
import type { Database } from '../schema.ts';
import { type CheckKey, caseChecks } from './caseChecks.ts';
import { caseIds } from './caseIds.ts';

type Db = Kysely<Database>;
type Row = Selectable<CredentialChecksTable>;

const checks = caseChecks('credential_checks');

/** Requests to wallets. */
export const credentialChecks = {
  ...checks,

  /** In either mode, for links of wallets, which have their own secret instead of a key. */
  findAnyMode: async (db: Db, id: string): Promise<Row | undefined> =>
    await checks.findByKey(db, { id, case_id: await caseIds.find(db, id) }),

  /**
   * Requests of a case that wait for an answer, newest first: those of its page, or those of the phone of its hand-off.
   */
  pending: (db: Db, caseId: string, { byPhone }: { byPhone: boolean }): Promise<CheckKey[]> =>
    db
      .selectFrom('credential_checks')
      .select(['id', 'case_id'])
      .where('case_id', '=', caseId)
      .where('status', '=', 'pending')
      .where('by_phone', '=', byPhone)
      .orderBy('id', 'desc')
      .execute(),

  /** Ends requests, and deletes their nonces, keys and stored answers. */
  expire: async (db: Db, caseId: string, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await db
      .updateTable('credential_checks')
      .set({ status: 'expired', sealed_session: null, sealed_answer: null })
      .where('case_id', '=', caseId)
      .where('id', 'in', ids)
      .execute();
  },

  /** Ends some expired requests, except those that were answered meanwhile. @returns how many. */
  expireOverdue: async (db: Db, now: Date, limit: number): Promise<number> => {
    const { rows } = await sql`
      update credential_checks now set status = 'expired', sealed_session = null, sealed_answer = null
      from (select case_id, id from credential_checks where status = 'pending' and expires_at <= ${now}
        limit ${limit}) old
      where now.case_id = old.case_id and now.id = old.id and now.status = 'pending' returning now.id`.execute(
      db,
    );
    return rows.length;
  },

  /** Deletes requests, nonces, keys and answers of a case. */
  deleteOfCase: async (db: Db, caseId: string): Promise<void> => {
    const deleted = await db
      .deleteFrom('credential_checks')
      .where('case_id', '=', caseId)
      .returning('id')
      .execute();
    await caseIds.delete(
      db,
      deleted.map(({ id }) => id),
    );
  },
};
