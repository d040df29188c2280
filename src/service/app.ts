import { SpanKind } from '@opentelemetry/api';
import { Hono, type Next } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isId, newId } from '../contract/ids.ts';
import type { Deps } from './deps.ts';
import { createDesk } from './desk/createDesk.ts';
import { servePage } from './hosted/servePage.ts';
import { serveWallets } from './hosted/serveWallets.ts';
import type { Env, HttpContext } from './http/env.ts';
import { gate } from './http/gate.ts';
import { meter } from './http/meter.ts';
import { mount } from './http/mount.ts';
import { mountOpen } from './http/mountOpen.ts';
import { notFound } from './http/notFound.ts';
import { problem } from './http/problem.ts';
import { rateLimit } from './http/rateLimit.ts';
import { isBearer, type MetricsEndpoint, mountMetrics } from './metrics/metricsEndpoint.ts';
import { serveErrorPage } from './openapi/serveErrorPage.ts';
import { serveOpenApi } from './openapi/serveOpenApi.ts';
import type { Readiness } from './readiness/readiness.ts';
import { health } from './routes/health.ts';
import { openRoutes, routes } from './routes/index.ts';
import { inSpan } from './telemetry/tracing.ts';

interface AppOptions {
  metricsEndpoint: MetricsEndpoint | null;
  readiness: () => Promise<Readiness>;
}

/** The API as one function from request to response. */
export function createApp(deps: Deps, { metricsEndpoint, readiness }: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => problem(deps, c, error));
  app.use((c, next) => observed(deps, c, next));
  app.use(meter(deps));
  const { token } = deps.config.metrics;
  if (token && metricsEndpoint) mountMetrics(app, metricsEndpoint, token);
  health(app, readiness, (header) => token !== null && isBearer(header, token));
  serveOpenApi(app, deps);
  serveErrorPage(app, deps);
  servePage(app, deps);
  mountOpen(app, deps, openRoutes);
  serveWallets(app, deps);
  app.route('/desk', createDesk(deps) as unknown as Hono<Env>);
  app.use('/v1/*', gate(deps));
  mount(app, deps, routes);
  app.notFound(async (c) => {
    if (c.get('caller')) await rateLimit.call(deps, c, 'read');
    return problem(deps, c, notFound(c));
  });
  return app;
}

/** Counts, traces and logs a request. */
async function observed({ clock, log, metrics }: Deps, c: HttpContext, next: Next): Promise<void> {
  c.set('requestId', newId('req', clock().getTime()));
  const arrived = performance.now();
  const { method } = c.req;
  const options = { kind: SpanKind.SERVER, header: (name: string) => c.req.header(name) };
  await inSpan(method, options, async (span) => {
    await next();
    const { status } = c.res;
    const [seconds, route] = [(performance.now() - arrived) / 1000, routeOf(c)];
    metrics.request(route, { method, status, seconds });
    span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    log.info('request', {
      requestId: c.get('requestId'),
      traceId: span.traceId,
      method,
      route,
      status,
      ms: Math.round(seconds * 1000),
      keyId: c.get('caller')?.keyId,
      caseId: caseIdOf(route, c.req.path),
    });
  });
}

/**
 * Accepts a well-formed id only: paths are logged before authentication and may contain names, keys and text of any
 * length.
 */
function caseIdOf(route: string, path: string): string | undefined {
  const id = route.startsWith('/v1/cases/:id') ? path.split('/')[3] : undefined;
  return id !== undefined && isId('case', id) ? id : undefined;
}

/** The pattern of the matched route, such as `/v1/cases/:id`: a path itself may contain ids and mistyped text. */
function routeOf(c: HttpContext): string {
  const route = c.get('route');
  if (route) return route;
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.findLast((path) => !path.endsWith('*')) ?? 'unmatched';
}
