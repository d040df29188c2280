import { type Kysely, sql } from 'kysely';
import type { DataKeyOwner } from '../../crypto/vault.ts';
import type { Database } from '../schema.ts';
import { consentTexts } from './consentTexts.ts';
import { credentialChecks } from './credentialChecks.ts';
import { documentChecks } from './documentChecks.ts';
import { documentTranscriptions } from './documentTranscriptions.ts';
import { handoffs } from './handoffs.ts';
import { idempotencyKeys } from './idempotencyKeys.ts';
import { links } from './links.ts';
import { quarantine } from './quarantine.ts';
import { sessionKeys } from './sessionKeys.ts';
import { storedPictures } from './storedPictures.ts';

type Db = Kysely<Database>;

export const retention = {
  /** Cases that ended by a time and still hold personal details. */
  casesWithDetails: async (
    db: Db,
    { by, now, limit }: { by: Date; now: Date; limit: number },
  ): Promise<{ id: string }[]> => {
    const isOut = quarantine.isOut('apply_retention', 'cases.id', now);
    const { rows } = await sql<{ id: string }>`
      select id from cases where ended_at <= ${by} and details_deleted_at is null and ${isOut}
      order by ended_at limit ${limit}`.execute(db);
    return rows;
  },

  /** Cases that ended by a time and still hold personal data. */
  endedCases: async (
    db: Db,
    { by, pageBy, now, limit }: { by: Date; pageBy: Date; now: Date; limit: number },
  ): Promise<{ id: string }[]> => {
    const isOut = quarantine.isOut('apply_retention', 'cases.id', now);
    const { rows } = await sql<{ id: string }>`
      select id from cases where ended_at <= ${by} and ${isOut}
        and (expires_at <= ${pageBy} or status in ('canceled', 'expired'))
      order by ended_at limit ${limit}`.execute(db);
    return rows;
  },

  /** Cases that ended by a time, expired by another one, and whose page may still hold keys. */
  casesWithPage: async (
    db: Db,
    { by, pageBy, now, limit }: { by: Date; pageBy: Date; now: Date; limit: number },
  ): Promise<{ id: string }[]> => {
    const isOut = quarantine.isOut('apply_retention', 'cases.id', now);
    const { rows } = await sql<{ id: string }>`
      select id from cases where ended_at <= ${by} and page_deleted_at is null and expires_at <= ${pageBy} and ${isOut}
      order by expires_at limit ${limit}`.execute(db);
    return rows;
  },

  /** Deletes the pictures of cases that ended by a time. @returns the number of these cases. */
  deletePictures: async (
    db: Db,
    { by, now, limit }: { by: Date; now: Date; limit: number },
  ): Promise<number> => {
    const { rows } = await sql<{ id: string }>`
      update cases set pictures_deleted_at = ${now} where id in (
        select id from cases where ended_at <= ${by} and pictures_deleted_at is null
        order by ended_at limit ${limit} for update skip locked)
      returning id`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await storedPictures.deleteOfCases(db, ids);
    await db.deleteFrom('selfie_fingerprints').where('case_id', 'in', ids).execute();
    await sql`update selfie_checks set signals = null
      where signals is not null and case_id in (${sql.join(ids)})`.execute(db);
    await sql`update document_checks set signals = null
      where signals is not null and case_id in (${sql.join(ids)})`.execute(db);
    return ids.length;
  },

  /**
   * Empties screenings without a case that were made before a time, except the newest one of each watch: removes the
   * subject, the hits and the notes.
   * @returns their owners, so that the caller destroys their data keys.
   */
  emptyScreenings: async (db: Db, by: Date, limit: number): Promise<DataKeyOwner[]> => {
    const { rows } = await sql<DataKeyOwner>`
      update aml_screenings now set sealed_input = '', sealed_hits = null, data_key = null
      from (
        select id, data_key from aml_screenings
        where case_id = '' and sealed_hits is not null and completed_at <= ${by}
          and not exists (select 1 from aml_watches where screening_id = aml_screenings.id) limit ${limit}) old
      where now.case_id = '' and now.id = old.id
      returning old.id, old.data_key`.execute(db);
    const emptied = rows.map(({ id }) => id);
    await idempotencyKeys.forgetAnswers(db, emptied);
    if (emptied.length > 0) {
      await db
        .updateTable('aml_screenings')
        .set({ reference_mark: null, hit_lists: null })
        .where('id', 'in', emptied)
        .execute();
      await db.deleteFrom('aml_screening_entities').where('screening_id', 'in', emptied).execute();
      await sql`update hit_decisions set sealed = '' where screening_id in (${sql.join(emptied)})`.execute(
        db,
      );
    }
    await sql`
      update hit_resolutions set note = null where key in (
        select key from hit_resolutions
        where case_id is null and note is not null and resolved_at <= ${by} limit ${limit})`.execute(db);
    return rows;
  },

  /**
   * Deletes the personal details of a case, and keeps the evidence of its decision. What its page holds stays: its end
   * would tell that the case was decided.
   */
  deleteDetails: async (db: Db, caseId: string): Promise<void> => {
    await db.deleteFrom('personal_details').where('case_id', '=', caseId).execute();
    await db
      .updateTable('document_checks')
      .set({ sealed_fields: null })
      .where('case_id', '=', caseId)
      .execute();
    await documentTranscriptions.deleteOfCase(db, caseId);
    await idempotencyKeys.forgetOfBackEnd(db, caseId);
  },

  /** Deletes the keys of a case's page, and all that it can read with them besides the case. */
  deletePage: async (db: Db, caseId: string, now: Date): Promise<void> => {
    await sessionKeys.deleteOfCase(db, caseId);
    await links.deleteOfCase(db, caseId);
    await handoffs.deleteOfCase(db, caseId);
    await credentialChecks.deleteOfCase(db, caseId);
    await db.updateTable('cases').set({ page_deleted_at: now }).where('id', '=', caseId).execute();
  },

  /** Deletes the personal data of a case outside its own row. */
  deletePerson: async (db: Db, caseId: string, now: Date): Promise<void> => {
    await storedPictures.deleteOfCases(db, [caseId]);
    await db.deleteFrom('selfie_fingerprints').where('case_id', '=', caseId).execute();
    await db.updateTable('selfie_checks').set({ signals: null }).where('case_id', '=', caseId).execute();
    await db.deleteFrom('personal_details').where('case_id', '=', caseId).execute();
    await documentChecks.deleteOfCase(db, caseId);
    await retention.deletePage(db, caseId, now);
    await consentTexts.deleteOfCase(db, caseId);
    await db
      .updateTable('aml_screenings')
      .set({ reference_mark: null, hit_lists: null })
      .where('case_id', '=', caseId)
      .execute();
    await db.deleteFrom('aml_screening_entities').where('case_id', '=', caseId).execute();
    await sql`update hit_decisions set sealed = '' where subject = ${caseId}`.execute(db);
    await db.deleteFrom('case_comments').where('case_id', '=', caseId).execute();
    await quarantine.forget(db, caseId);
    await idempotencyKeys.forgetAnswers(db, [caseId]);
    await db
      .updateTable('events')
      .set({ words: null })
      .where('case_id', '=', caseId)
      .where('words', 'is not', null)
      .execute();
    await db
      .updateTable('hit_resolutions')
      .set({ case_id: null, note: null })
      .where('case_id', '=', caseId)
      .execute();
  },
};
