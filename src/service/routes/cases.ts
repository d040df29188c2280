import type { Kysely } from 'kysely';
import type { Case, CreateCase } from '../../contract/case.ts';
import { isId } from '../../contract/ids.ts';
import { wholePolicy } from '../../contract/policy.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import { requireContact } from '../branding/requireContact.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { createCase, fieldsOf } from '../cases/createCase.ts';
import { giveConsent } from '../cases/giveConsent.ts';
import { moveCase } from '../cases/moveCase.ts';
import { redactCase } from '../cases/redactCase.ts';
import { consentOf, viewCase, viewPhoneCase, viewSessionCase } from '../cases/viewCase.ts';
import { requireCredentials } from '../credentials/startCredentialRequest.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { consentTexts } from '../db/store/consentTexts.ts';
import type { Deps } from '../deps.ts';
import { browserOf, endOf, phoneStepOf, requireScope } from '../http/authenticate.ts';
import { cursor } from '../http/cursor.ts';
import type { Caller } from '../http/env.ts';
import type { ApiAnswer, Handlers } from '../http/handler.ts';
import { isUnchanged } from '../http/respond.ts';
import { blindCase } from '../reviews/blindHits.ts';
import { decideCase } from '../reviews/decideCase.ts';
import { screenBeforeApproval } from '../screenings/screenBeforeApproval.ts';

export const caseRoutes = {
  createCase: {
    prepare: async ({ deps, caller, body }) => {
      // Also required for a repeated request: the stored response contains the session key or the link.
      requireCredentials(deps, caller.mode, wholePolicy(body.policy));
      if (body.session || body.link) requireScope(caller, 'sessions:write');
      return async (tx) => await created(deps, tx, caller, body);
    },
  },

  retrieveCase: async ({ deps, tx, caller, params, header }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found');
    const ofSession = caller.kind === 'session';
    const headers = { ETag: ofSession ? `"${row.page_version}s"` : etagOf(row) };
    if (isUnchanged(header('If-None-Match'), headers.ETag)) return { status: 304, headers };
    if (!ofSession) return { body: await shownTo(deps, tx, row, caller), headers };
    const site = {
      branding: await brandingOf(deps, tx, caller.mode),
      retention: deps.config.retention,
      operator: deps.config.operator,
      browser: browserOf(caller),
    };
    const step = phoneStepOf(caller);
    const view = step ? viewPhoneCase(step, deps.vault, row, site) : viewSessionCase(deps.vault, row, site);
    return { body: view, headers };
  },

  listCases: async ({ deps, tx, caller, query }) => {
    const { cursor: from, limit, clientReferenceId, ...filter } = query;
    const before = from === undefined ? null : cursor.read('case', from);
    const referenceMark = customerFields.markOf(deps.vault, clientReferenceId ?? null);
    const rows = await cases.list(tx, caller.mode, { ...filter, referenceMark, limit: limit + 1 }, before);
    const views = new Map<string, Case>();
    for (const row of rows.slice(0, limit)) views.set(row.id, await shownTo(deps, tx, row, caller));
    return { body: cursor.page(rows, limit, ({ id }) => views.get(id)!) };
  },

  giveConsent: async ({ deps, tx, caller, params, body }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    const consent = await giveConsent(deps, tx, row, body);
    // Their pictures follow in a minute.
    if (consent.biometric) deps.examiner.prepare();
    return { caseId: row.id, body: consent };
  },

  retrieveConsent: async ({ deps, tx, caller, params, requestId }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    if (row?.redaction) throw new ApiError('case_redacted');
    const consent = row && consentOf(deps.vault, row);
    if (!row || !consent) throw new ApiError('resource_not_found');
    const stored = consent.textHash && (await consentTexts.find(tx, row.id));
    await writeAudit(deps, tx, { row, caller, requestId, action: 'read consent' });
    return { body: { ...consent, text: stored ? textOf(deps, row, stored) : null } };
  },

  cancelCase: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    return {
      caseId: row.id,
      body: viewCase(deps.vault, await moveCase(deps, tx, row, { to: 'canceled', by: 'app' })),
    };
  },

  eraseCase: async ({ deps, tx, caller, params, requestId }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await writeAudit(deps, tx, { row, caller, requestId, action: 'erase case' });
    return { body: viewCase(deps.vault, await redactCase(deps, tx, row)) };
  },

  decideCase: {
    prepare: async ({ deps, caller, requestId, params, body }) => {
      const [mode, id] = [caller.mode, params['id']!];
      const screened = await screenBeforeApproval(deps, { mode, id, decide: body });
      return async (tx) => {
        const row = await lockCase(tx, mode, id);
        if (screened?.hasNews)
          throw new ApiError('version_conflict', { currentStatus: row.status, detail: LOOK_AGAIN });
        const decide = screened ? { ...body, expectedVersion: screened.version } : body;
        const review = { context: deps, tx, caller, requestId };
        const decided = await decideCase(review, row, decide);
        const view = await shownTo(deps, tx, decided.row, caller);
        if (!decided.isProposed) return { caseId: row.id, body: view };
        return { caseId: row.id, status: 202, body: { ...view, proposed: true } };
      };
    },
  },
} satisfies Partial<Handlers>;

function textOf({ vault }: Deps, row: CaseRow, { sealed }: { sealed: Uint8Array }): string {
  return vault.open(row, purposes.consentText, sealed).toString();
}

/** A case as shown to a back end. A key that could judge the case does not see how others judged it. */
async function shownTo(deps: Deps, tx: Kysely<Database>, row: CaseRow, caller: Caller): Promise<Case> {
  const view = viewCase(deps.vault, row);
  const canDecide = caller.kind === 'secret' && caller.scopes.includes('review:write');
  return canDecide ? await blindCase(deps, tx, { row, shown: view, reader: { keyId: caller.keyId } }) : view;
}

const LOOK_AGAIN =
  'The person was screened first, with a result that you have not seen. Read the case again, then decide.';

/**
 * Screening again without changes moves `monitoring` only and keeps the version. A reviewer's decision needs an ETag of
 * exactly the content they saw.
 */
function etagOf({ version, aml_screened_at }: CaseRow): string {
  return aml_screened_at ? `"${version}.${aml_screened_at.getTime().toString(36)}"` : `"${version}"`;
}

async function created(
  deps: Deps,
  tx: Kysely<Database>,
  caller: Caller,
  body: CreateCase,
): Promise<ApiAnswer<'createCase'>> {
  await requireContact(tx, caller.mode);
  const creator = { mode: caller.mode, until: endOf(caller) };
  const { row, session: createdSession, link } = await createCase(deps, tx, creator, body);
  const session = createdSession && {
    session: { sessionKey: createdSession.sessionKey, expiresAt: createdSession.expiresAt },
  };
  return {
    caseId: row.id,
    body: { ...viewCase(deps.vault, row, fieldsOf(body)), ...session, ...(link && { link }) },
    headers: { Location: `${deps.baseUrl}/cases/${row.id}` },
  };
}
