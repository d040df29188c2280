import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isId } from '../../contract/ids.ts';
import type { DeskHttpContext } from './deskEnv.ts';

/** The page that somebody wanted when their session had ended. */
const COOKIE = '__Host-desk-to';
const PAGE = /^\/desk(\/(?!sign-in|invite)[\w/.-]*)?(\?[\w=&.%+-]*)?$/;

/** Brings somebody back to where they were, once they have signed in anew. */
export const returnAfterSignIn = {
  /** Notes the page of a request without a session: of a form on a case, the case. */
  remember: (c: DeskHttpContext): void => {
    const { pathname, search } = new URL(c.req.url);
    const dest = c.req.header('Sec-Fetch-Dest') ?? 'document';
    if (dest !== 'document' || c.req.query('live') !== undefined) return;
    const [, id = ''] = /^\/desk\/cases\/(case_\w+)\//.exec(pathname) ?? [];
    const isRead = c.req.method === 'GET';
    const to = isRead ? pathname + search : isId('case', id) ? `/desk/cases/${id}` : null;
    if (!to || !PAGE.test(to) || to.length > 1000) return;
    setCookie(c, COOKIE, to, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 3600 });
  },

  isRemembered: (c: DeskHttpContext): boolean => getCookie(c, COOKIE) !== undefined,

  /** The page to go to after a sign-in; the queue if none was noted. */
  take: (c: DeskHttpContext): string => {
    const to = getCookie(c, COOKIE);
    if (to === undefined) return '/desk';
    deleteCookie(c, COOKIE, { path: '/', secure: true });
    return PAGE.test(to) ? to : '/desk';
  },
};
