import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { deskInvites, deskSessions, type ReviewerRow, reviewers } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { errorForLog } from '../log.ts';
import { type DeskHttpContext, type DeskRoutes, limited } from './deskEnv.ts';
import { createOpenId, type OpenId, type ProvenPerson } from './openId.ts';
import { invitePage, leavePage, signInPage } from './pages/signIn.ts';
import { addPasskeySignIn } from './passkeyRoutes.ts';
import { returnAfterSignIn } from './returnAfterSignIn.ts';
import { actorOf, type DeskActor, firstMode, writeDeskAudit } from './reviewers.ts';
import { startSession } from './startSession.ts';

/** Sign-in; the only routes that need no session. */
export const addSignInRoutes: DeskRoutes = (app, deps) => {
  const openId = createOpenId(deps);
  app.get('/sign-in', (c) =>
    c.html(signInPage({ hasProvider: openId !== null, returns: returnAfterSignIn.isRemembered(c) })),
  );
  if (openId) addOpenIdRoutes(openId)(app, deps);
  addPasskeySignIn(app, deps);

  // Opening the link has no effect, so that link scanners do not use it up.
  app.get('/invite/:secret', (c) => c.html(invitePage(c.req.param('secret').slice(0, 100))));

  app.post('/invite', async (c) => {
    rateLimit.beforeLookUp(deps, limited(c), '');
    const hash = sha256(c.get('form').get('secret'));
    const isIn = await inTransaction(deps, async (tx) => {
      const now = deps.clock();
      const invite = await deskInvites.redeem(tx, hash);
      const reviewer = invite && (await reviewers.find(tx, invite.reviewer));
      if (!reviewer || reviewer.disabled_at || invite.expires_at <= now) {
        await noteRefusal(deps, tx, c, { who: reviewer && actorOf(reviewer), what: 'invitation' });
        return false;
      }
      const { invited_by: invitedBy } = invite;
      await startSession(deps, tx, c, { reviewer, invitedBy, signedInAt: now, how: 'invitation' });
      return true;
    });
    if (!isIn) {
      await rateLimit.failure(deps, limited(c));
      throw new ApiError('resource_not_found', { detail: USED_UP });
    }
    return c.redirect(returnAfterSignIn.take(c), 303);
  });
};

const USED_UP =
  'This invitation was used, or has expired after 15 minutes. Ask your administrator for another one.';

/** The state of the browser that started the sign-in. A response brought by another browser is refused. */
const STATE_COOKIE = '__Host-desk-sign-in';

const addOpenIdRoutes =
  (openId: OpenId): DeskRoutes =>
  (app, deps) => {
    app.post('/sign-in', async (c) => {
      // Each sign-in is stored until the provider responds, so their rate is limited.
      await rateLimit.open(deps, limited(c));
      const isFresh = c.get('form').get('fresh') === 'yes';
      const { url, state } = await openId.begin({ isFresh }).catch((error) => {
        deps.log.error('identity provider away', errorForLog(error));
        throw new ApiError('unavailable', { detail: 'The identity provider does not respond. Try again.' });
      });
      const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 600 } as const;
      setCookie(c, STATE_COOKIE, state, cookie);
      return c.html(leavePage(url));
    });

    app.get('/sign-in/answer', async (c) => {
      const state = getCookie(c, STATE_COOKIE);
      deleteCookie(c, STATE_COOKIE, { path: '/', secure: true });
      rateLimit.beforeLookUp(deps, limited(c), '');
      const person = await openId.end(new URL(c.req.url), state).catch(async (error) => {
        deps.log.warn('sign-in refused', { requestId: c.var.requestId, ...errorForLog(error) });
        await rateLimit.failure(deps, limited(c));
        await noteRefusal(deps, deps.db, c, { what: 'sign in by OpenID' });
        throw new ApiError('key_invalid', { detail: 'The sign-in was not completed. Start again.' });
      });
      const isIn = await inTransaction(deps, async (tx) => {
        const reviewer = await reviewerOf(deps, tx, person);
        if (reviewer.disabled_at || reviewer.role === 'none') {
          // The provider may have taken the role since the last sign-in, and earlier sessions would live on.
          await deskSessions.endAllOf(tx, reviewer.id);
          await noteRefusal(deps, tx, c, { who: actorOf(reviewer), what: 'sign in by OpenID' });
          return false;
        }
        // If the provider does not state the time of the sign-in, it does not count as recent.
        const signedInAt = person.signedInAt ?? new Date(0);
        await startSession(deps, tx, c, { reviewer, signedInAt, how: 'OpenID' });
        return true;
      });
      if (!isIn)
        throw new ApiError('scope_missing', {
          detail: deps.config.desk.oidc?.roleClaim ? NO_ROLE : NOT_YET,
        });
      return c.redirect(returnAfterSignIn.take(c), 303);
    });
  };

const NO_ROLE =
  'Your identity provider gives you no role for the desk, or an administrator has switched you off. Ask whoever assigns roles there.';
const NOT_YET =
  'You have no access to the desk yet. Ask an administrator to give you a role and switch you on.';

/**
 * The reviewer of an identity. Where a claim assigns roles, it assigns them at every sign-in: `none` without one.
 * Elsewhere a new reviewer has to be switched on.
 */
async function reviewerOf(
  { clock, config }: Deps,
  tx: Transaction<Database>,
  { issuer, subject, name, role }: ProvenPerson,
): Promise<ReviewerRow> {
  const reviewer = await reviewers.bySubject(tx, issuer, subject);
  const claimed: ReviewerRow['role'] | null = config.desk.oidc?.roleClaim ? (role ?? 'none') : null;
  if (reviewer) {
    const set = { name, ...(claimed && { role: claimed }) };
    return (await reviewers.update(tx, reviewer.id, set))!;
  }
  const now = clock();
  return await reviewers.insert(tx, {
    id: newId('rev', now.getTime()),
    name,
    role: claimed ?? 'viewer',
    issuer,
    subject,
    created_at: now,
    disabled_at: claimed ? null : now,
  });
}

/**
 * Logs a refused sign-in. An address that was refused too often is not logged: the rate limit refuses it first.
 * @param who absent: unknown at the desk.
 */
async function noteRefusal(
  deps: Deps,
  db: Kysely<Database>,
  c: DeskHttpContext,
  { who: actor = ANONYMOUS, what: action }: { who?: DeskActor | undefined; what: string },
): Promise<void> {
  const mode = await firstMode(db);
  await writeDeskAudit(deps, db, { actor, mode, requestId: c.var.requestId, action: `refused ${action}` });
}

/** Somebody who has not signed in. */
const ANONYMOUS: DeskActor = { keyId: 'stranger', role: 'nobody' };
