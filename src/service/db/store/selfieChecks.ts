import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ChallengeMovement } from '../../../contract/selfieCheck.ts';
import type { CasesTable, Database } from '../schema.ts';
import type {
  ReferenceImagesTable,
  SelfieChecksTable,
  SelfieFramesTable,
  SelfieTrailsTable,
} from '../selfieTables.ts';
import { type CheckKey, captureChecks } from './caseChecks.ts';
import { quarantine } from './quarantine.ts';
import { storedPictures } from './storedPictures.ts';

type Db = Kysely<Database>;
type Row = Selectable<SelfieChecksTable>;

/** A case, and the check that a capture answers. */
export type CheckOfCase = Selectable<CasesTable> &
  Pick<Row, 'nonce' | 'steps'> & { check_status: Row['status']; check_expires_at: Date };

export const selfieChecks = {
  ...captureChecks('selfie_checks'),

  /** The captures of a case, the first one first. */
  captured: (db: Db, caseId: string): Promise<Row[]> =>
    db
      .selectFrom('selfie_checks')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('captured_steps', 'is not', null)
      .orderBy('id')
      .execute(),

  /** A check with its case. The columns of the case keep their names. */
  withCase: async (db: Db, { id, case_id }: CheckKey): Promise<CheckOfCase | undefined> =>
    (
      await sql<CheckOfCase>`
        select cases.*, checks.status as check_status, checks.expires_at as check_expires_at,
          checks.nonce, checks.steps
        from cases join selfie_checks as checks on checks.case_id = cases.id
        where cases.id = ${case_id} and checks.case_id = ${case_id} and checks.id = ${id}`.execute(db)
    ).rows[0],

  /** Whether a case has a capture, regardless of its result. */
  hasCapture: async (db: Db, caseId: string): Promise<boolean> =>
    (await db
      .selectFrom('selfie_checks')
      .select('id')
      .where('case_id', '=', caseId)
      .where('captured_steps', 'is not', null)
      .executeTakeFirst()) !== undefined,

  /** Number of challenges that were drawn for a case. */
  count: async (db: Db, caseId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('selfie_checks')
      .select((query) => query.fn.countAll().as('count'))
      .where('case_id', '=', caseId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Number of checks of a case that cost an attempt: those with a verdict. */
  countJudged: async (db: Db, caseId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('selfie_checks')
      .select((query) => query.fn.countAll().as('count'))
      .where('case_id', '=', caseId)
      .where('status', 'in', ['passed', 'failed'])
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Whether an earlier comparison of a case with its reference picture was inconclusive. */
  wasUndecided: async (db: Db, caseId: string): Promise<boolean> =>
    (await db
      .selectFrom('selfie_checks')
      .select('id')
      .where('case_id', '=', caseId)
      .where('status', '=', 'failed')
      .where(sql<boolean>`reasons @> '["selfie_reference_undecided"]'`)
      .executeTakeFirst()) !== undefined,

  /** The check of a case that waits for its capture, expired or not. */
  findOpen: (db: Db, caseId: string): Promise<Row | undefined> =>
    db
      .selectFrom('selfie_checks')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('status', '=', 'requires_capture')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The movements that the person of a case could not do, in order. */
  stuckAt: async (db: Db, caseId: string): Promise<ChallengeMovement[]> => {
    const rows = await db
      .selectFrom('selfie_checks')
      .select('stuck_at')
      .where('case_id', '=', caseId)
      .where('stuck_at', 'is not', null)
      .orderBy('id')
      .execute();
    return rows.map(({ stuck_at }) => stuck_at!);
  },

  /** Time at which the next challenge expires. */
  nextExpiry: async (db: Db, now: Date): Promise<Date | null> => {
    const { rows } = await sql<{ next: Date | null }>`
      select expires_at as next from selfie_checks where status = 'requires_capture'
        and ${quarantine.isOut('expire_challenges', 'selfie_checks.id', now)}
      order by expires_at limit 1`.execute(db);
    return rows[0]?.next ?? null;
  },
};

export const selfieFrames = {
  insert: (db: Db, rows: Insertable<SelfieFramesTable>[]): Promise<unknown> =>
    db.insertInto('selfie_frames').values(rows).execute(),

  ofCheck: (db: Db, { id, case_id }: CheckKey): Promise<Selectable<SelfieFramesTable>[]> =>
    db
      .selectFrom('selfie_frames')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('position')
      .execute(),

  /** The same, without the pictures. */
  described: (db: Db, { id, case_id }: CheckKey) =>
    db
      .selectFrom('selfie_frames')
      .select(['position', 'step', 'media_type'])
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .orderBy('position')
      .execute(),

  find: (
    db: Db,
    { id, case_id }: CheckKey,
    position: number,
  ): Promise<Selectable<SelfieFramesTable> | undefined> =>
    db
      .selectFrom('selfie_frames')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst(),
};

export const selfieTrails = {
  insert: (db: Db, row: Insertable<SelfieTrailsTable>): Promise<unknown> =>
    db.insertInto('selfie_trails').values(row).execute(),

  ofCheck: (db: Db, { id, case_id }: CheckKey): Promise<Selectable<SelfieTrailsTable> | undefined> =>
    db
      .selectFrom('selfie_trails')
      .selectAll()
      .where('case_id', '=', case_id)
      .where('check_id', '=', id)
      .executeTakeFirst(),
};

export const referenceImages = {
  /** Stores the reference picture of a case, and replaces an earlier one. */
  put: async (db: Db, row: Insertable<ReferenceImagesTable>): Promise<void> => {
    await storedPictures.deleteOfCases(db, [row.case_id], ['reference_images']);
    await db.insertInto('reference_images').values(row).execute();
  },

  find: (db: Db, caseId: string): Promise<Selectable<ReferenceImagesTable> | undefined> =>
    db.selectFrom('reference_images').selectAll().where('case_id', '=', caseId).executeTakeFirst(),

  /** The same, without the picture. */
  described: (db: Db, caseId: string) =>
    db.selectFrom('reference_images').select('created_at').where('case_id', '=', caseId).executeTakeFirst(),
};
