import { isIP } from 'node:net';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Kysely } from 'kysely';
import { ApiError } from '../ApiError.ts';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { deskPasskeys } from '../db/store/deskPasskeys.ts';
import { deskSessions, reviewers } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { type DeskHttpContext, type DeskRoutes, type DeskSession, limited } from './deskEnv.ts';
import { act, type DeskRequest, requireFresh, show } from './deskRoutes.ts';
import { passkeyPage } from './pages/passkey.ts';
import { type PasskeyHost, passkeys } from './passkeys.ts';
import { returnAfterSignIn } from './returnAfterSignIn.ts';
import { actorOf, type DeskActor, firstMode, writeDeskAudit } from './reviewers.ts';
import { startSession } from './startSession.ts';

/** Registers passkeys, and confirms a reviewer by one where a recent sign-in is needed. */
export const addPasskeyRoutes: DeskRoutes = (app, deps) => {
  // The first one is set up at any time of the first visit: nothing else could confirm the person.
  const requireOwn = async (db: Kysely<Database>, session: DeskSession) => {
    if (await hasPasskey({ db }, session.reviewer)) requireFresh(session);
  };

  show(app, deps, '/passkey', {
    role: 'viewer',
    run: async ({ c, session }) => {
      requireInvited(deps, c, session.reviewer);
      const to = pageOf(c.req.query('to'));
      const asked = { hash: session.hash, reviewer: session.reviewer };
      const confirms = !session.isFresh && (await hasPasskey(deps, session.reviewer));
      if (!confirms) await requireOwn(deps.db, session);
      const host = hostOf(deps, c);
      const options = confirms
        ? await passkeys.request(deps, deps.db, host, asked)
        : await passkeys.creation(deps, deps.db, host, asked);
      return c.html(passkeyPage({ session, kind: confirms ? 'get' : 'create', options, to }));
    },
  });

  act(app, deps, '/passkey/register', {
    role: 'viewer',
    run: async (request) => {
      const { tx, c, session, form } = request;
      await requireOwn(tx, session);
      requireInvited(deps, c, session.reviewer);
      const asked = { hash: session.hash, reviewer: session.reviewer, answer: form.get('answer') };
      await passkeys.register(deps, tx, hostOf(deps, c), asked);
      await note(request, 'add passkey');
      return pageOf(form.get('to'));
    },
  });

  act(app, deps, '/passkey/confirm', {
    role: 'viewer',
    run: async (request) => {
      const { tx, c, session, form } = request;
      const asked = { hash: session.hash, reviewer: session.reviewer, answer: form.get('answer') };
      await passkeys.use(deps, tx, hostOf(deps, c), asked);
      await deskSessions.update(tx, session.hash, { created_at: deps.clock() });
      await note(request, 'confirm by passkey');
      return pageOf(form.get('to'));
    },
  });

  act(app, deps, '/passkey/remove', {
    role: 'viewer',
    run: async (request) => {
      const { tx, session, form } = request;
      requireFresh(session);
      await deskPasskeys.delete(tx, { id: form.get('id'), reviewer: session.reviewer.id });
      await note(request, 'remove passkey');
      return '/desk/settings';
    },
  });
};

const note = async (
  { deps, tx, session, actor, requestId }: DeskRequest & { tx: Parameters<typeof writeDeskAudit>[1] },
  action: string,
) => await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action });

/** @throws {ApiError} `validation_failed` for people of an identity provider, which confirms them, and for addresses without a name. */
function requireInvited(deps: Deps, c: DeskHttpContext, { issuer }: { issuer: string | null }): void {
  if (issuer) throw new ApiError('validation_failed', { detail: BY_PROVIDER });
  if (!canUsePasskeys(deps, c)) throw new ApiError('validation_failed', { detail: NO_NAME });
}

const BY_PROVIDER =
  'You sign in with your identity provider, which also confirms you: you need no passkey here.';
const NO_NAME =
  'Browsers have passkeys for host names only. Open the desk by its name, not by an IP address.';

/** Browsers bind passkeys to a host name: there are none for an address. */
export function canUsePasskeys(deps: Deps, c: DeskHttpContext): boolean {
  return isIP(hostOf(deps, c).rpID.replace(/^\[|\]$/g, '')) === 0;
}

function hostOf({ config }: Deps, c: DeskHttpContext): PasskeyHost {
  const { origin, hostname } = new URL(config.publicUrl ?? c.req.url);
  return { origin, rpID: hostname };
}

export async function hasPasskey({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<boolean> {
  return (await deskPasskeys.ofReviewer(db, id)).length > 0;
}

/** Only pages of the desk. */
function pageOf(text: string | undefined): string {
  return text && /^\/desk(\/[\w/-]*)?$/.test(text) ? text : '/desk';
}

/** The browser that started a sign-in. */
const COOKIE = '__Host-desk-passkey';

/** The sign-in by a passkey, without a session. */
export const addPasskeySignIn: DeskRoutes = (app, deps) => {
  app.post('/sign-in/passkey', async (c) => {
    // Each sign-in is stored until the browser answers, so their rate is limited.
    await rateLimit.open(deps, limited(c));
    if (!canUsePasskeys(deps, c)) throw new ApiError('validation_failed', { detail: NO_NAME });
    const secret = Buffer.from(random(32)).toString('base64url');
    const options = await passkeys.request(deps, deps.db, hostOf(deps, c), {
      hash: sha256(secret),
      reviewer: null,
    });
    setCookie(c, COOKIE, secret, {
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 300,
    });
    return c.html(passkeyPage({ session: null, kind: 'get', options, to: '' }));
  });

  app.post('/sign-in/passkey/answer', async (c) => {
    rateLimit.beforeLookUp(deps, limited(c), '');
    const secret = getCookie(c, COOKIE) ?? '';
    const isIn = await inTransaction(deps, async (tx) => {
      const asked = { hash: sha256(secret), reviewer: null, answer: c.get('form').get('answer') };
      const passkey = await passkeys.use(deps, tx, hostOf(deps, c), asked).catch((error) => {
        if (error instanceof ApiError) return null;
        throw error;
      });
      const reviewer = passkey && (await reviewers.find(tx, passkey.reviewer));
      if (!reviewer || reviewer.disabled_at || reviewer.role === 'none') {
        const actor: DeskActor = reviewer ? actorOf(reviewer) : { keyId: 'stranger', role: 'nobody' };
        const action = 'refused sign in by passkey';
        const mode = await firstMode(tx);
        await writeDeskAudit(deps, tx, { actor, mode, requestId: c.var.requestId, action });
        return false;
      }
      await startSession(deps, tx, c, { reviewer, signedInAt: deps.clock(), how: 'passkey' });
      return true;
    });
    if (!isIn) {
      await rateLimit.failure(deps, limited(c));
      throw new ApiError('key_invalid', { detail: 'No passkey of this desk was accepted. Start again.' });
    }
    deleteCookie(c, COOKIE, { path: '/', secure: true });
    return c.redirect(returnAfterSignIn.take(c), 303);
  });
};
