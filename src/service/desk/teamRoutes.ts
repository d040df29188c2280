import { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { ReviewerSettings } from '../db/reviewTables.ts';
import { caseClaims } from '../db/store/caseClaims.ts';
import { deskPasskeys } from '../db/store/deskPasskeys.ts';
import { deskSessions, type ReviewerRow, reviewers } from '../db/store/reviewers.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { languages } from '../links/languageTexts.ts';
import { CLAIM_MS } from '../reviews/claims.ts';
import { ACTIONS } from './actions.ts';
import type { DeskRoutes, Form } from './deskEnv.ts';
import { act, type DeskRequest, requireFresh, show } from './deskRoutes.ts';
import { settingsPage, teamPage } from './pages/team.ts';
import { inviteReviewer, newInvite, ROLES, switchReviewer, writeDeskAudit } from './reviewers.ts';
import { sessions } from './sessions.ts';

/** Reviewers, and their settings. */
export const addTeamRoutes: DeskRoutes = (app, deps) => {
  addOwnRoutes(app, deps);
  addReplaceRoute(app, deps);
  show(app, deps, '/team', { role: 'administrator', run: (request) => showTeam(request, null) });

  // The response is the page itself, because the link is shown once.
  act(app, deps, '/team/invite', {
    role: 'administrator',
    answer: async (request) => {
      const { session, actor, requestId, form } = request;
      requireFresh(session);
      const secret = await inTransaction(deps, async (tx) => {
        const existingId = form.get('id');
        if (existingId) requireInvitable(await reviewers.find(tx, existingId), actor.keyId);
        const invited = existingId
          ? null
          : await inviteReviewer(deps, tx, readNew(form.get('name'), form.get('role')));
        const action = `invite ${existingId || invited!.reviewer.id}`;
        await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action });
        return invited ? invited.secret : await newInvite(deps, tx, existingId, session.reviewer);
      });
      return await showTeam(request, secret);
    },
  });

  act(app, deps, '/team/:id/switch', {
    role: 'administrator',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      requireFresh(session);
      const to = form.get('to') === 'on' ? 'on' : 'off';
      if (id === actor.keyId) throw new ApiError('validation_failed', { detail: OWN_ROLE });
      if (!(await switchReviewer(deps, tx, id, to))) throw new ApiError('resource_not_found');
      await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action: `switch ${to} ${id}` });
      return '/desk/team';
    },
  });

  act(app, deps, '/team/:id/role', {
    role: 'administrator',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      requireFresh(session);
      const { role } = readNew('-', form.get('role'));
      if (id === actor.keyId) throw new ApiError('validation_failed', { detail: OWN_ROLE });
      if (!(await reviewers.update(tx, id, { role }))) throw new ApiError('resource_not_found');
      await deskSessions.endAllOf(tx, id);
      await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action: `role ${role} ${id}` });
      return '/desk/team';
    },
  });
};

/** Somebody who has lost their passkey gets another account, which may judge no case that they have seen. */
const addReplaceRoute: DeskRoutes = (app, deps) => {
  act(app, deps, '/team/:id/replace', {
    role: 'administrator',
    answer: async (request) => {
      const { session, actor, requestId, id: old } = request;
      requireFresh(session);
      const secret = await inTransaction(deps, async (tx) => {
        const reviewer = await reviewers.find(tx, old);
        if (!reviewer || reviewer.issuer || reviewer.role === 'none' || old === actor.keyId)
          throw new ApiError('validation_failed', { detail: NOT_REPLACED });
        const { name } = reviewer;
        const by = session.reviewer;
        const invited = await inviteReviewer(deps, tx, { name, role: reviewer.role, by });
        await seenEvidence.inherit(tx, { from: old, to: invited.reviewer.id, at: deps.clock() });
        await switchReviewer(deps, tx, old, 'off');
        const action = `replace ${old} by ${invited.reviewer.id}`;
        await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action });
        return invited.secret;
      });
      return await showTeam(request, secret);
    },
  });
};

/** @param secret of an invitation that was just made: its link is shown once. */
async function showTeam({ deps, c, session }: DeskRequest, secret: string | null): Promise<Response> {
  const link = secret && `${new URL(deps.baseUrl || c.req.url).origin}/desk/invite/${secret}`;
  return c.html(teamPage({ session, all: await reviewers.list(deps.db), link }));
}

const NOT_REPLACED =
  'Only the account of somebody else who came by an invitation can be replaced. Somebody of an identity provider signs in there.';
const OWN_ROLE = 'You cannot change your own role. Ask another administrator.';

/**
 * An invitation must not bypass the identity provider that a reviewer signs in with, nor sign anybody in as somebody else.
 * @throws {ApiError} `resource_not_found`, `validation_failed`.
 */
function requireInvitable(reviewer: ReviewerRow | undefined, ownId: string): void {
  if (!reviewer) throw new ApiError('resource_not_found');
  if (reviewer.id === ownId) throw new ApiError('validation_failed', { detail: OWN_ROLE });
  if (reviewer.issuer) throw new ApiError('validation_failed', { detail: BY_PROVIDER });
  if (reviewer.signed_in_at) throw new ApiError('validation_failed', { detail: SIGNED_IN });
}

const SIGNED_IN =
  'This person has signed in before: nobody else gets an invitation in their name. They sign in with their passkey; if it is lost, replace the account.';
const BY_PROVIDER = 'This person signs in with the identity provider and needs no invitation.';

/** @throws {ApiError} `validation_failed` */
function readNew(name: string, role: string) {
  const validRole = ROLES.find((one) => one === role);
  if (!validRole || name.length < 1 || name.length > 100)
    throw new ApiError('validation_failed', {
      detail: 'Enter a name of up to 100 characters, and choose a role.',
    });
  return { name, role: validRole };
}

const addOwnRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/settings', {
    role: 'viewer',
    run: async ({ c, session }) => {
      const passkeys = await deskPasskeys.ofReviewer(deps.db, session.reviewer.id);
      return c.html(settingsPage({ session, passkeys }));
    },
  });
  act(app, deps, '/settings', {
    role: 'viewer',
    run: async ({ tx, session, actor, form }) => {
      const keyMap = readKeys(form);
      const isOn = (name: string) => form.get(name) === 'on';
      const settings: ReviewerSettings = {
        keys: isOn('keys'),
        grey: isOn('grey'),
        breaks: isOn('breaks'),
        keyMap,
        ...(languages.includes(form.get('language')) && { language: form.get('language') }),
        ...(session.reviewer.settings.mode && { mode: session.reviewer.settings.mode }),
      };
      await reviewers.update(tx, actor.keyId, { settings: JSON.stringify(settings) });
      return '/desk/settings';
    },
  });
  act(app, deps, '/mode', {
    role: 'viewer',
    run: async ({ tx, session, actor, form }) => {
      const mode = Mode.safeParse(form.get('mode') || 'live');
      if (!mode.success)
        throw new ApiError('validation_failed', { detail: 'Choose the data of test mode or of live mode.' });
      await deskSessions.update(tx, session.hash, { mode: mode.data });
      const settings = { ...session.reviewer.settings, mode: mode.data };
      await reviewers.update(tx, actor.keyId, { settings: JSON.stringify(settings) });
      return '/desk';
    },
  });
  act(app, deps, '/sign-out', {
    role: 'viewer',
    run: async ({ tx, c, session, actor, requestId }) => {
      await writeDeskAudit(deps, tx, { actor, mode: session.mode, requestId, action: 'sign out' });
      await caseClaims.releaseAll(tx, actor.keyId);
      await sessions.end(tx, c);
      return '/desk/sign-in';
    },
  });
  // An active page polls this: renews the session, and the claim of the open case.
  show(app, deps, '/stay', {
    role: 'viewer',
    run: async ({ c, actor }) => {
      const now = deps.clock();
      const claim = { by: actor.keyId, now, until: new Date(now.getTime() + CLAIM_MS) };
      await caseClaims.renew(deps.db, c.req.query('case') ?? '', claim);
      return c.body(null, 204);
    },
  });
};

/**
 * The keys that differ from the defaults.
 * @throws {ApiError} `validation_failed` if two actions have the same key.
 */
function readKeys(form: Form): Record<string, string> {
  const keys = new Map<string, string>();
  for (const { action, text } of ACTIONS) {
    const letter = form.get(`key-${action}`);
    const other = keys.get(letter);
    if ([...letter].length !== 1)
      throw new ApiError('validation_failed', { detail: `“${text}” needs one character that can be seen.` });
    if (other)
      throw new ApiError('validation_failed', { detail: `“${other}” and “${text}” have the same key.` });
    keys.set(letter, text);
  }
  const changed = ACTIONS.filter(({ action, key }) => form.get(`key-${action}`) !== key);
  return Object.fromEntries(changed.map(({ action }) => [action, form.get(`key-${action}`)]));
}
