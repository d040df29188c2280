import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { sha256 } from '../crypto/sha256.ts';
import type { Env } from '../http/env.ts';
import type { Exposition } from './exposeMetrics.ts';

/** `/metrics` for whoever brings the token of the settings; to anybody else it is no route. */
export function mountMetrics(app: Hono<Env>, exposition: Exposition, token: string): void {
  app.get('/metrics', async (c, next) => {
    if (!isBearer(c.req.header('Authorization'), token)) return await next();
    return c.body(await exposition.text(), 200, { 'Content-Type': exposition.contentType });
  });
}

/** Whether the header `Authorization` brings a token. Hashes have one length: the time of the comparison tells nothing. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)));
}
