import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type {
  DeskInvitesTable,
  DeskSessionsTable,
  DeskSignInsTable,
  ReviewersTable,
} from '../reviewTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
export type ReviewerRow = Selectable<ReviewersTable>;

/** A session with its reviewer. */
export interface SessionOfReviewer {
  reviewer: ReviewerRow;
  mode: Mode;
  /** The administrator whose new invitation began it. */
  invitedBy: string | null;
  signedInAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

export const reviewers = {
  insert: (db: Db, row: Insertable<ReviewersTable>): Promise<ReviewerRow> =>
    db.insertInto('reviewers').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, id: string): Promise<ReviewerRow | undefined> =>
    db.selectFrom('reviewers').selectAll().where('id', '=', id).executeTakeFirst(),

  bySubject: (db: Db, issuer: string, subject: string): Promise<ReviewerRow | undefined> =>
    db
      .selectFrom('reviewers')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst(),

  update: (db: Db, id: string, set: Updateable<ReviewersTable>): Promise<ReviewerRow | undefined> =>
    db.updateTable('reviewers').set(set).where('id', '=', id).returningAll().executeTakeFirst(),

  list: (db: Db): Promise<ReviewerRow[]> =>
    db.selectFrom('reviewers').selectAll().orderBy('id').limit(500).execute(),

  /** The names of everybody at the desk, by id. */
  names: async (db: Db): Promise<Map<string, string>> => {
    const rows = await db.selectFrom('reviewers').select(['id', 'name']).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};

export const deskInvites = {
  insert: (db: Db, row: Insertable<DeskInvitesTable>): Promise<unknown> =>
    db.insertInto('desk_invites').values(row).execute(),

  /** Uses up an invitation, also an expired one. */
  redeem: (
    db: Db,
    hash: string,
  ): Promise<Pick<Selectable<DeskInvitesTable>, 'reviewer' | 'invited_by' | 'expires_at'> | undefined> =>
    db
      .deleteFrom('desk_invites')
      .where('hash', '=', hash)
      .returning(['reviewer', 'invited_by', 'expires_at'])
      .executeTakeFirst(),
};

export const deskSessions = {
  insert: (db: Db, row: Insertable<DeskSessionsTable>): Promise<unknown> =>
    db.insertInto('desk_sessions').values(row).execute(),

  /** An active session of an active reviewer. */
  find: async (
    db: Db,
    hash: string,
    { now, idleSince }: { now: Date; idleSince: Date },
  ): Promise<SessionOfReviewer | undefined> => {
    const row = await db
      .selectFrom('desk_sessions as session')
      .innerJoin('reviewers', 'reviewers.id', 'session.reviewer')
      .selectAll('reviewers')
      .select([
        'session.invited_by',
        'session.mode',
        'session.created_at as began_at',
        'session.seen_at',
        'session.expires_at',
      ])
      .where('session.hash', '=', hash)
      .where('session.expires_at', '>', now)
      .where('session.seen_at', '>', idleSince)
      .where('reviewers.disabled_at', 'is', null)
      .where('reviewers.role', '!=', 'none')
      .executeTakeFirst();
    if (!row) return undefined;
    const {
      mode,
      invited_by: invitedBy,
      began_at: signedInAt,
      seen_at: seenAt,
      expires_at: expiresAt,
      ...reviewer
    } = row;
    return { reviewer, mode, invitedBy, signedInAt, seenAt, expiresAt };
  },

  update: (db: Db, hash: string, set: Updateable<DeskSessionsTable>): Promise<unknown> =>
    db.updateTable('desk_sessions').set(set).where('hash', '=', hash).execute(),

  end: (db: Db, hash: string): Promise<unknown> =>
    db.deleteFrom('desk_sessions').where('hash', '=', hash).execute(),

  endAllOf: (db: Db, reviewer: string): Promise<unknown> =>
    db.deleteFrom('desk_sessions').where('reviewer', '=', reviewer).execute(),

  /** Deletes expired sessions, invitations and sign-ins. */
  forget: async (db: Db, now: Date): Promise<void> => {
    for (const table of ['desk_sessions', 'desk_invites', 'desk_sign_ins', 'desk_challenges'])
      await sql`delete from ${sql.table(table)} where expires_at <= ${now}`.execute(db);
  },
};

export const deskSignIns = {
  insert: (db: Db, row: Insertable<DeskSignInsTable>): Promise<unknown> =>
    db.insertInto('desk_sign_ins').values(row).execute(),

  /** Uses up a sign-in. */
  take: (db: Db, hash: string): Promise<Selectable<DeskSignInsTable> | undefined> =>
    db.deleteFrom('desk_sign_ins').where('hash', '=', hash).returningAll().executeTakeFirst(),
};
