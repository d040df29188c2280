import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

/** As in the index `cases_ended`: cases with an end, by when they had it. */
const ended = (by: Date) => sql`
  data_key is not null and status in ('approved', 'declined', 'canceled', 'expired')
  and coalesce(decided_at, updated_at) <= ${by}`;

export const retention = {
  /** Cases that ended by a time and still hold something. */
  endedCases: async (db: Db, by: Date, limit: number): Promise<{ id: string }[]> =>
    (await sql<{ id: string }>`select id from cases where ${ended(by)} limit ${limit}`.execute(db)).rows,

  /** Deletes the pictures of cases that ended by a time. */
  deletePictures: async (db: Db, by: Date): Promise<void> => {
    await sql`
      delete from selfie_frames where check_id in (
        select selfie_checks.id from cases join selfie_checks on selfie_checks.case_id = cases.id
        where cases.id in (select id from cases where ${ended(by)}))`.execute(db);
    await sql`
      delete from reference_images where case_id in (select id from cases where ${ended(by)})`.execute(db);
  },

  /** Empties screenings without a case that were made by a time: whom they were of, what was found, what was noted. */
  emptyScreenings: async (db: Db, by: Date, limit: number): Promise<void> => {
    await sql`
      update aml_screenings set sealed_input = '', sealed_hits = null where id in (
        select id from aml_screenings
        where case_id is null and sealed_hits is not null and completed_at <= ${by} limit ${limit})`.execute(
      db,
    );
    await sql`
      update hit_resolutions set note = null
      where case_id is null and note is not null and resolved_at <= ${by}`.execute(db);
  },

  /** Deletes what a case holds of a person beside its own row. */
  deletePerson: async (db: Db, caseId: string): Promise<void> => {
    await sql`
      delete from selfie_frames where check_id in (select id from selfie_checks where case_id = ${caseId})`.execute(
      db,
    );
    await db.deleteFrom('reference_images').where('case_id', '=', caseId).execute();
    await db.deleteFrom('personal_details').where('case_id', '=', caseId).execute();
    await db.deleteFrom('session_keys').where('case_id', '=', caseId).execute();
    await db.deleteFrom('idempotency_keys').where('case_id', '=', caseId).execute();
    await db
      .updateTable('hit_resolutions')
      .set({ case_id: null, note: null })
      .where('case_id', '=', caseId)
      .execute();
  },
};
