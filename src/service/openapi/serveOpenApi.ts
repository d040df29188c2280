import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { Env } from '../http/env.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { onlyGet, respond } from '../http/respond.ts';
import { openApiDocument } from './openApiDocument.ts';

/** Serves the description of the API, without a key. It is generated at the first request. */
export function serveOpenApi(app: Hono<Env>, deps: Deps): void {
  let document: Uint8Array | undefined;
  for (const base of ['', '/v1']) {
    app.get(`${base}/openapi.json`, async (c) => {
      await rateLimit.description(deps, c);
      document ??= Buffer.from(JSON.stringify(openApiDocument(deps.baseUrl)));
      return respond(c, { status: 200, body: document });
    });
    app.all(`${base}/openapi.json`, onlyGet);
  }
}
