import { lockCase } from '../cases/caseRow.ts';
import { createLink } from '../cases/createLink.ts';
import { links } from '../db/store/links.ts';
import type { Handlers } from '../http/handler.ts';
import type { OpenHandlers } from '../http/mountOpen.ts';
import { COOKIE_SECONDS, redeemLink } from '../links/redeemLink.ts';

/** Of the browsers that opened a link. The prefix has browsers take it from this host alone, and give it to no other. */
const COOKIE = '__Host-idv-page';
const ATTRIBUTES = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; Secure; SameSite=Lax`;

export const linkRoutes = {
  createLink: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    return { caseId: row.id, body: await createLink(deps, tx, row) };
  },

  deleteLink: async ({ tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await links.deleteOfCase(tx, row.id);
    return {};
  },
} satisfies Partial<Handlers>;

export const redeemRoutes = {
  redeemLink: async ({ deps, tx, body, cookie }) => {
    const redeemed = await redeemLink(deps, tx, { ...body, cookie: cookie(COOKIE) });
    if ('refusal' in redeemed) return redeemed;
    const headers = { 'Set-Cookie': `${COOKIE}=${redeemed.cookie}; ${ATTRIBUTES}` };
    return { body: redeemed.body, headers };
  },
} satisfies Partial<OpenHandlers>;
