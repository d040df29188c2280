import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errors } from '../../contract/errors.ts';
import { ApiError } from '../ApiError.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { addCaseRoutes } from './caseRoutes.ts';
import type { DeskApp, DeskEnv, DeskHttpContext, Form } from './deskEnv.ts';
import { deskScript } from './deskScript.ts';
import { deskStyles } from './deskStyles.ts';
import { problemPage } from './pages/problem.ts';
import { addQueueRoutes } from './queueRoutes.ts';
import { isFormToken, sessions } from './sessions.ts';
import { addSignInRoutes } from './signInRoutes.ts';
import { addTeamRoutes } from './teamRoutes.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
};

/** A form of the desk is small. */
const MAX_FORM_BYTES = 32_768;

/** The review desk: pages for people who decide what no rule decides. Nothing of it answers without a session. */
export function createDesk(deps: Deps): DeskApp {
  const app = new Hono<DeskEnv>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries({ ...HEADERS, ...c.get('rateLimit') }))
      c.res.headers.set(name, value);
    c.res.headers.set('Request-Id', c.var.requestId);
  });
  app.onError((error, c) => refuse(deps, c as DeskHttpContext, error));
  app.get('/desk.css', (c) => c.body(deskStyles, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/desk.js', (c) => c.body(deskScript(), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.use(bodyLimit({ maxSize: MAX_FORM_BYTES, onError: () => refuseLarge() }));
  app.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      requireSameSite(c);
      c.set('form', await readForm(c));
    }
    await next();
  });
  addSignInRoutes(app, deps);
  app.use(async (c, next) => {
    const isActivity = c.req.query('live') === undefined;
    const session = await sessions.find(deps, c, { isActivity });
    if (!session) return c.redirect('/desk/sign-in', 303);
    c.set('session', session);
    if (
      c.req.method !== 'GET' &&
      c.req.method !== 'HEAD' &&
      !isFormToken(session, c.get('form').get('token'))
    )
      throw forged();
    return await next();
  });
  for (const add of [addQueueRoutes, addCaseRoutes, addTeamRoutes]) add(app, deps);
  app.all('*', () => {
    throw new ApiError('route_not_found', { detail: 'There is no such page at the desk.' });
  });
  return app;
}

/**
 * A form must come from a page of this very host.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
function requireSameSite(c: DeskHttpContext): void {
  const site = c.req.header('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin') throw forged();
  const origin = c.req.header('Origin');
  const host = c.req.header('X-Forwarded-Host') ?? c.req.header('Host');
  if (site === undefined && origin !== undefined && URL.parse(origin)?.host !== host) throw forged();
}

function forged(): ApiError {
  const detail = 'The form did not come from a page of this desk. Open the page again and repeat it.';
  return new ApiError('origin_not_allowed', { detail });
}

function refuseLarge(): never {
  throw new ApiError('body_too_large', { detail: 'The form is too large: shorten the note.' });
}

async function readForm(c: DeskHttpContext): Promise<Form> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new ApiError('media_type_unsupported');
  const fields = new URLSearchParams(await c.req.text());
  return { get: (name) => (fields.getAll(name).at(-1) ?? '').trim(), all: (name) => fields.getAll(name) };
}

/** Says on a page what is wrong, and what to do. */
function refuse(deps: Deps, c: DeskHttpContext, error: unknown): Response | Promise<Response> {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(isDatabaseDown(error) ? 'unavailable' : 'internal_error');
  const { requestId } = c.var;
  if (known.code === 'internal_error') deps.log.error('request failed', { requestId, ...errorForLog(error) });
  const [status, title] = errors[known.code];
  const texts = [known.extras.detail, ...(known.extras.errors ?? []).map(({ detail }) => detail)];
  const text = texts.filter(Boolean).join(' ') || 'Go back, and try it again.';
  return c.html(problemPage({ title, text, code: known.code, requestId, session: c.get('session') }), status);
}
