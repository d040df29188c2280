import type { Hono } from 'hono';
import { sql } from 'kysely';
import { ApiError } from '../apiError.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../http/env.ts';
import { onlyGet } from '../http/onlyGet.ts';
import { respond } from '../http/respond.ts';

/** Whether the process lives, and whether it can work; for load balancers, without a key. */
export function health(app: Hono<Env>, { db, lists, state }: Deps): void {
  for (const base of ['', '/v1']) {
    app.get(`${base}/healthz`, (c) => respond(c, { status: 200, body: { status: 'ok' } }));
    app.get(`${base}/readyz`, async (c) => {
      if (state.draining) throw new ApiError('unavailable', { detail: 'The service is shutting down.' });
      if (lists.isLoading()) throw new ApiError('unavailable', { detail: 'The lists are being loaded.' });
      await sql`select 1`.execute(db);
      return respond(c, { status: 200, body: { status: 'ok' } });
    });
    for (const path of ['healthz', 'readyz']) app.all(`${base}/${path}`, onlyGet);
  }
}
