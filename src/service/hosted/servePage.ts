import type { Hono } from 'hono';
import type { LoadedTexts } from '../../contract/hostedPage.ts';
import { ApiError } from '../ApiError.ts';
import { branding } from '../db/store/branding.ts';
import type { Deps } from '../deps.ts';
import type { Env, HttpContext } from '../http/env.ts';
import { isUnchanged, onlyGet, respond } from '../http/respond.ts';
import { textsIn } from '../links/languageTexts.ts';
import { bestLanguage, directionOf } from '../links/linkTexts.ts';
import { pageFiles } from './pageFiles.ts';
import { pageHtml } from './pageHtml.ts';
import { shownSite } from './shownSite.ts';

/**
 * Serves the hosted page: `/verify`, and `/verify/` with a secret in its fragment, which is not sent to the server. A
 * GET has no effect and gives the same bytes for a valid and an invalid link: link scanners open links before people
 * do.
 */
export function servePage(app: Hono<Env>, deps: Deps): void {
  const site = shownSite(deps);
  const files = pageFiles();
  for (const path of ['/verify', '/verify/', '/verify/h']) {
    app.get(path, async (c) => {
      const currentSite = await site();
      const language = bestLanguage(c.req.header('Accept-Language'));
      return respond(c, {
        status: 200,
        body: pageHtml({ site: currentSite, language, baseUrl: deps.baseUrl }),
        headers: { ...pageHeaders(currentSite.frameAncestors), 'Content-Language': language },
      });
    });
    app.all(path, onlyGet);
  }
  app.get('/verify/texts', (c) => {
    const language = bestLanguage(c.req.query('language'));
    const body: LoadedTexts = { language, dir: directionOf(language), texts: textsIn(language).page };
    return respond(c, { status: 200, body, headers: { 'Cache-Control': 'no-cache' } });
  });
  app.get('/verify/logo/:name', async (c) => {
    const [, hash] = /^([0-9a-f]{32})\.png$/.exec(c.req.param('name')) ?? [];
    const logo = hash && (await branding.findLogo(deps.db, hash));
    if (!logo) throw new ApiError('resource_not_found');
    // The URL contains the hash of the content, so the content never changes.
    const headers = { 'Content-Type': 'image/png', 'Cache-Control': IMMUTABLE };
    return respond(c, { status: 200, body: new Uint8Array(logo), headers });
  });
  for (const folder of ['files', 'scripts', 'widget']) {
    app.get(`/verify/${folder}/:name`, (c) => serveFile(c, files));
    app.all(`/verify/${folder}/:name`, onlyGet);
  }
  for (const path of ['/verify/texts', '/verify/logo/:name']) app.all(path, onlyGet);
}

/**
 * The headers of the hosted page: only its own files run, scripts are never created from strings, and only the listed
 * origins may frame it.
 * @param frameAncestors origins.
 */
function pageHeaders(frameAncestors: readonly string[]): Record<string, string> {
  const frames = frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'";
  const camera = ['self', ...frameAncestors.map((origin) => `"${origin}"`)].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${frames}`,
      "require-trusted-types-for 'script'",
      'trusted-types lit-html idv-verify',
    ].join('; '),
    'Permissions-Policy': `camera=(${camera}), microphone=(), geolocation=(), payment=(), usb=()`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
    Vary: 'Accept-Language',
  };
}

/** A worker has the policy of its own file. */
const FILE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Files whose names change with their content. */
const HASHED = /-[\w-]{8}\.(js|wasm|bin|json)$/;

async function serveFile(c: HttpContext, files: ReturnType<typeof pageFiles>): Promise<Response> {
  const file = await files(c.req.path.slice('/verify/'.length), c.req.header('Accept-Encoding') ?? '');
  if (!file) throw new ApiError('resource_not_found');
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': HASHED.test(c.req.path) ? IMMUTABLE : 'no-cache',
    ETag: file.etag,
    'Content-Security-Policy': FILE_POLICY,
    Vary: 'Accept-Encoding',
    ...(file.coding && { 'Content-Encoding': file.coding }),
  };
  if (isUnchanged(c.req.header('If-None-Match'), file.etag)) return respond(c, { status: 304, headers });
  return respond(c, { status: 200, body: file.bytes, headers });
}
