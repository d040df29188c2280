import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { viewHandoff } from '../cases/handoffView.ts';
import { isPageOver } from '../cases/viewCase.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { cases } from '../db/store/cases.ts';
import { handoffs } from '../db/store/handoffs.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import type { Deps } from '../deps.ts';
import { confirmHandoff } from '../handoffs/confirmHandoff.ts';
import { followHandoff } from '../handoffs/followHandoff.ts';
import { joinHandoff, PHONE_COOKIE_SECONDS } from '../handoffs/joinHandoff.ts';
import { startHandoff } from '../handoffs/startHandoff.ts';
import { browserOf, phoneStepOf } from '../http/authenticate.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';
import type { OpenHandlers } from '../http/mountOpen.ts';
import { prefers } from '../http/respond.ts';

/** The cookie of a phone that cannot store a key. */
const COOKIE = '__Host-idv-phone';
const ATTRIBUTES = `Path=/; Max-Age=${PHONE_COOKIE_SECONDS}; HttpOnly; Secure; SameSite=Lax`;

export const handoffRoutes = {
  startHandoff: async ({ deps, tx, caller, params, header, address }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    const computer = { userAgent: header('User-Agent'), address: address(), browser: browserOf(caller) };
    return { caseId: row.id, body: await startHandoff(deps, tx, row, computer) };
  },

  retrieveHandoff: async ({ deps, tx, caller, params, header }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found');
    const now = deps.clock();
    // The row may be deleted by then, if the case is decided.
    if (isPageOver(row, now)) return { body: viewHandoff(undefined, row, now) };
    if (!prefers(header('Accept'), 'text/event-stream'))
      return { body: viewHandoff(await handoffs.find(tx, id), row, now) };
    // A proxy must not buffer events.
    const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    return { body: followHandoff(deps, id, () => isActive(deps, caller)), headers };
  },

  endHandoff: async ({ deps, tx, caller, params, requestId }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    const side = phoneStepOf(caller) ? 'phone' : 'computer';
    await endHandoff(deps, tx, row, side);
    await writeAudit(deps, tx, { row, caller, requestId, action: `end hand-off (${side})` });
    return {};
  },

  confirmHandoff: async ({ deps, tx, caller, params, body }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    const confirmed = await confirmHandoff(deps, tx, row, body.digits);
    if (confirmed instanceof ApiError) return { caseId: row.id, refusal: confirmed };
    return { caseId: row.id, body: confirmed };
  },
} satisfies Partial<Handlers>;

/** Whether the key of a caller is still valid. */
async function isActive({ db, clock }: Deps, caller: Caller): Promise<boolean> {
  const now = clock();
  if (caller.kind === 'session') return await sessionKeys.isActive(db, caller.caseId, caller.keyId, now);
  const key = await apiKeys.find(db, caller.mode, caller.keyId);
  return key !== undefined && key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
}

export const joinRoutes = {
  joinHandoff: async ({ deps, tx, body, cookie, userAgent, address }) => {
    const joined = await joinHandoff(deps, tx, { ...body, cookie: cookie(COOKIE), userAgent, address });
    if ('refusal' in joined) return joined;
    if (joined.cookie === null) return { body: joined.body };
    return { body: joined.body, headers: { 'Set-Cookie': `${COOKIE}=${joined.cookie}; ${ATTRIBUTES}` } };
  },
} satisfies Partial<OpenHandlers>;
