import { createHash, timingSafeEqual } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { ServiceContext } from '../context.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { deskSessions } from '../db/store/reviewers.ts';
import type { DeskHttpContext, DeskSession } from './deskEnv.ts';

/** A cookie of this host only, over TLS only. Browsers accept it from loopback addresses too. */
const COOKIE = '__Host-desk';
/** Precision of the last activity: not every request writes it. */
const NOTE_MS = 15_000;
/** Maximum age of the sign-in for exports, roles and overturning. */
const FRESH_MS = 300_000;

export const sessions = {
  /** Starts a session after a sign-in, and ends an earlier one. */
  begin: async (
    { clock, config }: ServiceContext,
    tx: Kysely<Database>,
    c: DeskHttpContext,
    {
      reviewer,
      mode,
      invitedBy,
      signedInAt,
    }: { reviewer: string; mode: Mode; invitedBy: string | null; signedInAt: Date },
  ): Promise<void> => {
    const before = getCookie(c, COOKIE);
    if (before) await deskSessions.end(tx, sha256(before));
    const secret = Buffer.from(random(32)).toString('base64url');
    const now = clock();
    const expires_at = new Date(now.getTime() + config.desk.sessionHours * 3_600_000);
    const row = {
      hash: sha256(secret),
      reviewer,
      mode,
      invited_by: invitedBy,
      created_at: signedInAt,
      seen_at: now,
      expires_at,
    };
    await deskSessions.insert(tx, row);
    // `Strict` would not be sent on the redirect from an identity provider.
    setCookie(c, COOKIE, secret, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' });
  },

  /**
   * The session of a request. It is read for each request, so that it ends everywhere at once.
   * @param isActivity whether the request shows that the reviewer is present; polling does not.
   */
  find: async (
    { clock, config, db }: ServiceContext,
    c: DeskHttpContext,
    { isActivity }: { isActivity: boolean },
  ): Promise<DeskSession | null> => {
    const secret = getCookie(c, COOKIE);
    if (!secret) return null;
    const now = clock();
    const hash = sha256(secret);
    const idleSince = new Date(now.getTime() - config.desk.idleMinutes * 60_000);
    const session = await deskSessions.find(db, hash, { now, idleSince });
    if (!session) return null;
    if (isActivity && now.getTime() - session.seenAt.getTime() >= NOTE_MS)
      await deskSessions.update(db, hash, { seen_at: now });
    const isFresh = now.getTime() - session.signedInAt.getTime() <= FRESH_MS;
    return { ...session, hash, formToken: formTokenOf(secret), isFresh };
  },

  end: async (db: Kysely<Database>, c: DeskHttpContext): Promise<void> => {
    const secret = getCookie(c, COOKIE);
    if (secret) await deskSessions.end(db, sha256(secret));
    deleteCookie(c, COOKIE, { path: '/', secure: true });
  },
};

/** The token of a session's forms, which cannot be computed without the cookie. */
function formTokenOf(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}

export function isFormToken({ formToken }: DeskSession, token: unknown): boolean {
  if (typeof token !== 'string' || token.length !== formToken.length) return false;
  return timingSafeEqual(Buffer.from(token), Buffer.from(formToken));
}
