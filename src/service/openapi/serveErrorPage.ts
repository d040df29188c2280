import type { Hono } from 'hono';
import { html } from 'hono/html';
import { errorPage, errors, isRetryable } from '../../contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../http/env.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { onlyGet, respond } from '../http/respond.ts';

/** Serves the page that the `type` of every problem links to, without a key. */
export function serveErrorPage(app: Hono<Env>, deps: Deps): void {
  app.get(errorPage, async (c) => {
    await rateLimit.description(deps, c);
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    return respond(c, { status: 200, body: String(page()), headers });
  });
  app.all(errorPage, onlyGet);
}

function page() {
  return html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Error codes</title></head>
  <body>
    <h1>Error codes</h1>
    <p>The <code>detail</code> of a response states the problem and the remedy. <code>docs/errors.md</code> of the package explains each code.</p>
    ${Object.entries(errors).map(
      ([code, [status, title]]) => html`<h2 id="${code}"><code>${code}</code></h2>
    <p>${status}. ${title}. ${isRetryable(status, code) ? 'The same request may succeed later.' : 'The same request will fail again.'}</p>`,
    )}
  </body>
</html>`;
}
