import { isId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import { createCase } from '../cases/createCase.ts';
import { giveConsent } from '../cases/giveConsent.ts';
import { lockCase } from '../cases/lockCase.ts';
import { makeSessionKey } from '../cases/makeSessionKey.ts';
import { moveCase } from '../cases/moveCase.ts';
import { reviewCase } from '../cases/reviewCase.ts';
import { viewCase } from '../cases/viewCase.ts';
import { viewSessionCase } from '../cases/viewSessionCase.ts';
import { cases } from '../db/store/cases.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { isUnchanged } from '../http/isUnchanged.ts';
import { requireScope } from '../http/permit.ts';

export const caseRoutes = {
  createCase: async ({ deps, tx, caller, body }) => {
    if (body.session) requireScope(caller, 'sessions:write');
    const row = await createCase(deps, tx, caller.mode, body);
    const made = body.session && (await makeSessionKey(deps, tx, row, body.session.allowedOrigins));
    const session = made && { session: { sessionKey: made.sessionKey, expiresAt: made.expiresAt } };
    return {
      body: { ...viewCase(row), ...session },
      headers: { Location: `${deps.baseUrl}/cases/${row.id}` },
    };
  },

  retrieveCase: async ({ tx, caller, params, header }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found');
    const ofSession = caller.kind === 'session';
    const headers = { ETag: `"${row.version}${ofSession ? 's' : ''}"` };
    if (isUnchanged(header('If-None-Match'), headers.ETag)) return { status: 304, headers };
    return { body: ofSession ? viewSessionCase(row) : viewCase(row), headers };
  },

  listCases: async ({ tx, caller, query: { cursor: from, limit, ...filter } }) => {
    const before = from === undefined ? null : cursor.read('case', from);
    const rows = await cases.list(tx, caller.mode, { ...filter, limit: limit + 1 }, before);
    return { body: cursor.page(rows, limit, viewCase) };
  },

  giveConsent: async ({ deps, tx, caller, params, body }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    return { body: await giveConsent(deps, tx, row, body) };
  },

  cancelCase: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    return { body: viewCase(await moveCase(deps, tx, row, { to: 'canceled', by: 'app' })) };
  },

  decideCase: async (request) => {
    const row = await lockCase(request.tx, request.caller.mode, request.params['id']!);
    return { body: viewCase(await reviewCase(request, row, request.body)) };
  },
} satisfies Partial<Handlers>;
