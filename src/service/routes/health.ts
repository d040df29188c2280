import type { Hono } from 'hono';
import { ApiError } from '../apiError.ts';
import type { Env } from '../http/env.ts';
import { onlyGet } from '../http/onlyGet.ts';
import { respond } from '../http/respond.ts';
import type { Readiness } from '../readiness/Readiness.ts';

/** Whether the process lives, and whether it can work; for load balancers, without a key. */
export function health(app: Hono<Env>, readiness: () => Promise<Readiness>): void {
  for (const base of ['', '/v1']) {
    app.get(`${base}/healthz`, (c) => respond(c, { status: 200, body: { status: 'ok' } }));
    app.get(`${base}/readyz`, async (c) => {
      const { isReady, checks } = await readiness();
      if (!isReady) {
        const failed = Object.values(checks).filter(({ status }) => status === 'fail');
        throw new ApiError('unavailable', { detail: [...detailsOf(failed)].join(' '), checks });
      }
      const warnings = checks.lists['problems'];
      return respond(c, { status: 200, body: { status: 'ok', checks, warnings } });
    });
    for (const path of ['healthz', 'readyz']) app.all(`${base}/${path}`, onlyGet);
  }
}

function detailsOf(conditions: readonly { detail?: string }[]): Set<string> {
  return new Set(conditions.flatMap(({ detail }) => detail ?? []));
}
