import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { sha256 } from '../crypto/sha256.ts';
import type { Env } from '../http/env.ts';
import type { Exposition } from './exposeMetrics.ts';

/** `/metrics` for whoever brings the token of the settings; to anybody else it is no route. */
export function mountMetrics(app: Hono<Env>, exposition: Exposition, token: string): void {
  app.get('/metrics', async (c, next) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    // Hashes have one length, and tell nothing by the time that they take to compare.
    if (!timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))) return await next();
    return c.body(await exposition.text(), 200, { 'Content-Type': exposition.contentType });
  });
}
