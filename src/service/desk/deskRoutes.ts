import type { Transaction } from 'kysely';
import { ApiError } from '../ApiError.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { ReviewerRole } from '../db/reviewTables.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { DeskApp, DeskHttpContext, DeskSession, Form } from './deskEnv.ts';
import { type DeskActor, ROLES } from './reviewers.ts';

/** A request of a signed-in reviewer who has the role for it. */
export interface DeskRequest {
  deps: Deps;
  c: DeskHttpContext;
  session: DeskSession;
  /** The reviewer, for the audit log and the rules of decisions. */
  actor: DeskActor;
  requestId: string;
  /** The id in the path. */
  id: string;
}

export interface DeskAct extends DeskRequest {
  tx: Transaction<Database>;
  form: Form;
}

interface Act {
  role: ReviewerRole;
  prepare?: (request: Omit<DeskAct, 'tx'>) => Promise<void>;
  run: (act: DeskAct) => Promise<string>;
}

/** An action whose response is a page that shows a secret once. */
interface ShownAct {
  role: ReviewerRole;
  answer: (request: DeskRequest & { form: Form }) => Promise<Response>;
}

/** Adds a page or a picture. Its lines in the audit log are committed before the response is sent. */
export function show(
  app: DeskApp,
  deps: Deps,
  path: string,
  { role, run }: { role: ReviewerRole; run: (request: DeskRequest) => Promise<Response> },
): void {
  app.get(path, async (c) => {
    requireRole(c, role);
    return await run(requestOf(deps, c));
  });
}

/**
 * Adds a form. Its action is one transaction; `run` returns the path to redirect to.
 * @param prepare work in a transaction of its own, after the role was checked.
 */
export function act(app: DeskApp, deps: Deps, path: string, action: Act | ShownAct): void {
  app.post(path, async (c) => {
    requireRole(c, action.role);
    const request = requestOf(deps, c);
    const form = c.get('form');
    if ('answer' in action) return await action.answer({ ...request, form });
    const { prepare, run } = action;
    await prepare?.({ ...request, form });
    const to = await inTransaction(deps, (tx) => run({ ...request, tx, form }));
    return c.redirect(to, 303);
  });
}

function requestOf(deps: Deps, c: DeskHttpContext): DeskRequest {
  const session = c.get('session');
  const { id: keyId, role } = session.reviewer;
  const { requestId } = c.var;
  return {
    deps,
    c,
    session,
    actor: { keyId, role, invitedBy: session.invitedBy },
    requestId,
    id: c.req.param('id') ?? '',
  };
}

/** @throws {ApiError} `scope_missing` */
function requireRole(c: DeskHttpContext, role: ReviewerRole): void {
  if (hasRole(c.get('session').reviewer, role)) return;
  throw new ApiError('scope_missing', { detail: `This requires the role ${role}. Ask an administrator.` });
}

export function hasRole({ role }: { role: string }, needed: ReviewerRole): boolean {
  return ROLES.indexOf(role as ReviewerRole) >= ROLES.indexOf(needed);
}

/** @throws {ApiError} `session_scope_exceeded` unless the sign-in is recent. */
export function requireFresh({ isFresh, reviewer }: DeskSession): void {
  if (isFresh) return;
  const detail = 'This requires a sign-in within the last five minutes. Sign in again.';
  throw new ApiError('session_scope_exceeded', { detail: reviewer.issuer ? `${detail} ${NO_TIME}` : detail });
}

const NO_TIME =
  'If you come back here after that, your identity provider does not say when you signed in (auth_time): ask your administrator.';
