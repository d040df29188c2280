import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { createLink, endLink, liveLink } from '../cases/createLink.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import type { Handlers } from '../http/handler.ts';
import type { OpenHandlers } from '../http/mountOpen.ts';
import { linkQr } from '../links/linkQr.ts';
import { messagesOf } from '../links/linkTexts.ts';
import { COOKIE_SECONDS, redeemLink } from '../links/redeemLink.ts';

/** The cookie of browsers that opened a link. Its prefix limits the cookie to this host. */
const COOKIE = '__Host-idv-page';
const ATTRIBUTES = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; Secure; SameSite=Lax`;

export const linkRoutes = {
  createLink: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    return { caseId: row.id, body: await createLink(deps, tx, row) };
  },

  deleteLink: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await endLink(deps, tx, row);
    return {};
  },

  drawLink: async ({ deps, tx, caller, params }) => {
    const row = await findCase(tx, caller.mode, params['id']!);
    const svg = linkQr(await liveLink(deps, tx, row));
    return { body: new TextEncoder().encode(svg), headers: { 'Content-Type': 'image/svg+xml' } };
  },

  retrieveLinkTexts: async ({ deps, tx, caller, params, query }) => {
    const row = await findCase(tx, caller.mode, params['id']!);
    const url = await liveLink(deps, tx, row);
    return { body: await messagesOf(deps, tx, row, { url, language: query.language ?? row.locale }) };
  },
} satisfies Partial<Handlers>;

async function findCase(db: Kysely<Database>, mode: Mode, id: string): Promise<CaseRow> {
  const row = isId('case', id) ? await cases.find(db, mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  return row;
}

export const redeemRoutes = {
  redeemLink: async ({ deps, tx, body, cookie }) => {
    const redeemed = await redeemLink(deps, tx, { ...body, cookie: cookie(COOKIE) });
    if ('refusal' in redeemed) return redeemed;
    const headers = { 'Set-Cookie': `${COOKIE}=${redeemed.cookie}; ${ATTRIBUTES}` };
    return { body: redeemed.body, headers };
  },
} satisfies Partial<OpenHandlers>;
