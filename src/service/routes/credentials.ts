import type { Kysely } from 'kysely';
import { StartCredentialRequest, StartCredentialRequestOfPage } from '../../contract/credential.ts';
import { isId } from '../../contract/ids.ts';
import { isPageOrigin } from '../../contract/sessionKey.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { isPageOver } from '../cases/viewCase.ts';
import { startCredentialRequest } from '../credentials/startCredentialRequest.ts';
import { takeAnswer } from '../credentials/takeAnswer.ts';
import { type CredentialRow, viewCredential, viewRequest } from '../credentials/viewCredential.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { requireConfirmed } from '../handoffs/confirmHandoff.ts';
import { browserOf, phoneStepOf, requireOwnCase } from '../http/authenticate.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';

export const credentialRoutes = {
  startCredentialRequest: {
    bodySchema: ({ kind }) => (kind === 'session' ? StartCredentialRequestOfPage : StartCredentialRequest),
    prepare:
      async ({ deps, caller, params, header, body }) =>
      async (tx) => {
        const row = await lockCase(tx, caller.mode, params['id']!);
        const origin = caller.kind === 'session' ? header('Origin') : body.origin;
        // The origin of a page was checked against the session key before.
        if (!origin || !isPageOrigin(origin))
          throw new ApiError('header_invalid', {
            detail:
              'The origin is missing. Send the request from the page, or pass `origin` with an API key.',
          });
        const returnPath = 'returnPath' in body ? (body.returnPath as string) : null;
        const byPhone = phoneStepOf(caller) !== null;
        if (byPhone) await requireConfirmed(tx, row.id, 'credential');
        const page = { origin, returnPath, baseUrl: deps.baseUrl, byPhone, browser: browserOf(caller) };
        return { caseId: row.id, body: await startCredentialRequest(deps, tx, row, page) };
      },
  },

  answerCredentialRequest: async ({ deps, tx, caller, params, body }) => {
    const check = await find(tx, caller, params['id']!);
    const row = await lockCase(tx, caller.mode, check.case_id);
    if (phoneStepOf(caller)) await requireConfirmed(tx, row.id, 'credential');
    // The person continues on the computer.
    else if (caller.kind === 'session') await endHandoff(deps, tx, row, 'computer', 'credential');
    return { caseId: row.id, body: await takeAnswer(deps, tx, row, { id: check.id, answer: body }) };
  },

  retrieveCredentialRequest: async ({ deps, tx, caller, params }) => {
    const check = await find(tx, caller, params['id']!);
    const row = await cases.find(tx, caller.mode, check.case_id);
    // It may be deleted by then, if the case is decided.
    const isOver = !row || isPageOver(row, deps.clock());
    if (caller.kind === 'session' && isOver) throw new ApiError('resource_not_found');
    return { body: viewRequest(check, deps.clock()) };
  },

  retrieveCredential: async ({ deps, tx, caller, params, requestId }) => {
    const check = await find(tx, caller, params['id']!);
    const row = await cases.find(tx, caller.mode, check.case_id);
    if (!row || row.redaction) throw new ApiError('case_redacted');
    await writeAudit(deps, tx, { row, caller, requestId, action: 'read credential' });
    return { body: viewCredential(check) };
  },
} satisfies Partial<Handlers>;

/**
 * @throws {ApiError} `resource_not_found`; `session_scope_exceeded` for a request of another case, or of the other device of
 * a hand-off.
 */
async function find(tx: Kysely<Database>, caller: Caller, id: string): Promise<CredentialRow> {
  const check = isId('cred', id) ? await credentialChecks.find(tx, caller.mode, id) : undefined;
  if (!check) throw new ApiError('resource_not_found');
  requireOwnCase(caller, check.case_id);
  if (caller.kind === 'session' && check.by_phone !== (phoneStepOf(caller) !== null))
    throw new ApiError('session_scope_exceeded', {
      detail: 'The other device of the hand-off made this request. Answer it there.',
    });
  return check;
}
