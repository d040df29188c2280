import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { cases } from '../db/store/cases.ts';
import type { Deps } from '../deps.ts';
import { FAULTS, toApiError } from '../http/problem.ts';
import { errorForLog } from '../log.ts';
import { addAgainRoutes } from './againRoutes.ts';
import { addAlertRoutes } from './alertRoutes.ts';
import { addAuditRoutes } from './auditRoutes.ts';
import { addCaseRoutes } from './caseRoutes.ts';
import { type DeskAsset, deskAssets } from './deskAssets.ts';
import type { DeskApp, DeskEnv, DeskHttpContext, DeskRoutes, DeskSession, Form } from './deskEnv.ts';
import { addHandlingRoutes } from './handlingRoutes.ts';
import { addHitRoutes } from './hitRoutes.ts';
import { addHouseRoutes } from './houseRoutes.ts';
import { problemPage } from './pages/problem.ts';
import { addPasskeyRoutes, hasPasskey } from './passkeyRoutes.ts';
import { addQualityRoutes } from './qualityRoutes.ts';
import { addQueueRoutes } from './queueRoutes.ts';
import { addRecordRoutes } from './recordRoutes.ts';
import { returnAfterSignIn } from './returnAfterSignIn.ts';
import { actorOf } from './reviewers.ts';
import { addSearchRoutes } from './searchRoutes.ts';
import { isFormToken, sessions } from './sessions.ts';
import { addSignInRoutes } from './signInRoutes.ts';
import { addStatisticsRoutes } from './statisticsRoutes.ts';
import { addTeamRoutes } from './teamRoutes.ts';
import { addTranscriptionRoutes } from './transcriptionRoutes.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types desk",
};

/** Maximum size of a form. */
const MAX_FORM_BYTES = 32_768;

/** Pages of people who are signed in, by subject. */
const ROUTES: readonly DeskRoutes[] = [
  addQueueRoutes,
  addAlertRoutes,
  addSearchRoutes,
  addCaseRoutes,
  addHitRoutes,
  addHandlingRoutes,
  addRecordRoutes,
  addAgainRoutes,
  addQualityRoutes,
  addTeamRoutes,
  addAuditRoutes,
  addPasskeyRoutes,
  addHouseRoutes,
  addStatisticsRoutes,
  addTranscriptionRoutes,
];

/**
 * The review desk: pages for reviewers of cases that no rule decides. Every page except the sign-in requires a session.
 */
export function createDesk(deps: Deps): DeskApp {
  const app = new Hono<DeskEnv>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries({ ...HEADERS, ...c.get('rateLimit') }))
      c.res.headers.set(name, value);
    if (isByContent(c.req)) c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
    c.res.headers.set('Request-Id', c.var.requestId);
  });
  app.onError((error, c) => refuse(deps, c as DeskHttpContext, error));
  const { css, js } = deskAssets();
  app.get('/desk.css', (c) => c.body(css.text, 200, { 'Content-Type': css.type }));
  app.get('/desk.js', (c) => c.body(js.text, 200, { 'Content-Type': js.type }));
  app.use(bodyLimit({ maxSize: MAX_FORM_BYTES, onError: () => refuseLarge() }));
  app.use(async (c, next) => {
    requireStorable(Object.values(c.req.queries()).flat());
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      requireSameOrigin(c);
      c.set('form', await readForm(c));
    }
    await next();
  });
  addSignInRoutes(app, deps);
  app.use(async (c, next) => {
    const isActivity = c.req.query('live') === undefined;
    const session = await sessions.find(deps, c, { isActivity });
    if (!session) {
      returnAfterSignIn.remember(c);
      return c.redirect('/desk/sign-in', 303);
    }
    c.set('session', session);
    if (
      c.req.method !== 'GET' &&
      c.req.method !== 'HEAD' &&
      !isFormToken(session, c.get('form').get('token'))
    )
      throw forged();
    return await next();
  });
  for (const add of ROUTES) add(app, deps);
  app.all('*', () => {
    throw new ApiError('route_not_found', {
      detail: 'This page does not exist at the desk. Go back to the queue.',
    });
  });
  return app;
}

/**
 * Whether the URL carries the hash of this node's content. Only then may the response be cached: during an update, the
 * request may be for the content of another version.
 */
function isByContent(req: DeskHttpContext['req']): boolean {
  const isOf = ({ href, hash }: DeskAsset) => req.path === href.split('?')[0] && req.query('v') === hash;
  return Object.values(deskAssets()).some(isOf);
}

/**
 * A form must come from a page of the same origin.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
function requireSameOrigin(c: DeskHttpContext): void {
  const site = c.req.header('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin') throw forged();
  const origin = c.req.header('Origin');
  const host = c.req.header('X-Forwarded-Host') ?? c.req.header('Host');
  if (site === undefined && origin !== undefined && URL.parse(origin)?.host !== host) throw forged();
}

function forged(): ApiError {
  const detail = 'The form was not sent from a page of this desk. Reload the page and send it again.';
  return new ApiError('origin_not_allowed', { detail });
}

function refuseLarge(): never {
  throw new ApiError('body_too_large', { detail: 'The form is too large: shorten the note.' });
}

async function readForm(c: DeskHttpContext): Promise<Form> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new ApiError('media_type_unsupported');
  const fields = new URLSearchParams(await c.req.text());
  requireStorable([...fields.values()]);
  return { get: (name) => (fields.getAll(name).at(-1) ?? '').trim(), all: (name) => fields.getAll(name) };
}

/** @throws {ApiError} `validation_failed` for U+0000, which PostgreSQL cannot store or compare. */
function requireStorable(values: readonly string[]): void {
  if (!values.some((value) => value.includes('\0'))) return;
  throw new ApiError('validation_failed', { detail: 'Remove the character that cannot be stored (U+0000).' });
}

/** Shows the error and the remedy on a page. A refusal of a signed-in reviewer is logged in the audit log. */
async function refuse(deps: Deps, c: DeskHttpContext, error: unknown): Promise<Response> {
  const apiError = toApiError(error);
  const { requestId } = c.var;
  if (FAULTS.has(apiError.code)) deps.log.error('request failed', { requestId, ...errorForLog(error) });
  const [status, title] = errors[apiError.code];
  const session = c.get('session');
  if (session && (status === 403 || status === 409)) await noteRefusal(deps, c, session, apiError.code);
  const texts = [apiError.extras.detail, ...(apiError.extras.errors ?? []).map(({ detail }) => detail)];
  const text = texts.filter(Boolean).join(' ') || 'Go back, and try again.';
  const caseId = c.req.param('id') ?? '';
  const isOfCase = c.req.method === 'POST' && isId('case', caseId);
  const problem = {
    title: TITLES[apiError.code] ?? title,
    text,
    code: apiError.code,
    requestId,
    session,
    back: isOfCase ? `/desk/cases/${caseId}` : null,
    confirms:
      apiError.code === 'session_scope_exceeded' && session
        ? await hasPasskey(deps, session.reviewer)
        : false,
    note: isOfCase ? (c.get('form')?.get('note') ?? '') : '',
  };
  return c.html(problemPage(problem), status);
}

/** Titles that replace those of the API, which mention keys and resources. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  key_invalid: 'Not signed in',
  scope_missing: 'Not allowed for your role',
  origin_not_allowed: 'The form was refused',
  session_scope_exceeded: 'Sign in again',
  resource_not_found: 'Not found',
  route_not_found: 'No such page',
  claim_lost: 'You no longer hold this case',
  case_redacted: 'The case was erased',
};

/** Logs the refusal in the audit log. If the database is unavailable, the person still gets the page. */
async function noteRefusal(
  deps: Deps,
  c: DeskHttpContext,
  { reviewer, mode }: DeskSession,
  code: string,
): Promise<void> {
  const { requestId } = c.var;
  const id = c.req.param('id') ?? '';
  const action = `refused ${c.req.method} ${routeOf(c)}: ${code}`;
  try {
    const row = isId('case', id) ? await cases.find(deps.db, mode, id) : undefined;
    const subject = row ?? { id: '', mode, data_key: null };
    await writeAudit(deps, deps.db, { row: subject, caller: actorOf(reviewer), requestId, action });
  } catch (error) {
    deps.log.error('audit line lost', { requestId, action, ...errorForLog(error) });
  }
}

/** The pattern of the route, never the path, which may contain what a person typed. */
function routeOf(c: DeskHttpContext): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.findLast((path) => !path.endsWith('*')) ?? '/desk';
}
