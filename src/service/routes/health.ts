import type { Hono } from 'hono';
import { ApiError } from '../ApiError.ts';
import type { Env } from '../http/env.ts';
import { onlyGet, respond } from '../http/respond.ts';
import type { Condition, Readiness } from '../readiness/readiness.ts';

/**
 * Liveness and readiness for load balancers, without a key. Without the metrics token, responses contain status words
 * only; paths, versions and free disk space are shown with the token, or on the internal port.
 * @param isTrusted whether an `Authorization` header contains that token.
 */
export function health(
  app: Hono<Env>,
  readiness: () => Promise<Readiness>,
  isTrusted: (header: string | undefined) => boolean,
): void {
  for (const base of ['', '/v1']) {
    app.get(`${base}/healthz`, (c) => respond(c, { status: 200, body: { status: 'ok' } }));
    app.get(`${base}/readyz`, async (c) => {
      const { isReady, checks } = await readiness();
      const seesAll = isTrusted(c.req.header('Authorization'));
      const visible = seesAll ? checks : statusWords(checks);
      if (!isReady) {
        const detail = seesAll ? detailsOf(checks) : `Not ready: ${failing(checks).join(', ')}.`;
        throw new ApiError('unavailable', { detail, checks: visible });
      }
      return respond(c, { status: 200, body: { status: 'ok', checks: visible } });
    });
    for (const path of ['healthz', 'readyz']) app.all(`${base}/${path}`, onlyGet);
  }
}

type Checks = Readiness['checks'];

function statusWords(checks: Checks): object {
  return Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, { status }]));
}

function failing(checks: Checks): string[] {
  return Object.entries(checks).flatMap(([name, { status }]) => (status === 'fail' ? [name] : []));
}

function detailsOf(checks: Checks): string {
  const failed = Object.values<Condition>(checks).filter(({ status }) => status === 'fail');
  return [...new Set(failed.flatMap(({ detail }) => detail ?? []))].join(' ');
}
