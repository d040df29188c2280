import { Hono } from 'hono';
import { newId } from '../contract/ids.ts';
import type { Deps } from './deps.ts';
import type { Env } from './http/env.ts';
import { gate } from './http/gate.ts';
import { mount } from './http/mount.ts';
import { notFound } from './http/notFound.ts';
import { problem } from './http/problem.ts';
import { rateLimit } from './http/rateLimit.ts';
import { serveOpenApi } from './openapi/serveOpenApi.ts';
import { health } from './routes/health.ts';
import { routes } from './routes/index.ts';

/** The API as one function from request to response. */
export function createApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => problem(deps, c, error));
  app.use(async (c, next) => {
    c.set('requestId', newId('req', deps.clock().getTime()));
    const arrived = performance.now();
    await next();
    deps.log.info('request', {
      requestId: c.get('requestId'),
      method: c.req.method,
      status: c.res.status,
      ms: Math.round(performance.now() - arrived),
    });
  });
  health(app, deps);
  serveOpenApi(app, deps);
  app.use('/v1/*', gate(deps));
  mount(app, deps, routes);
  app.notFound((c) => {
    if (c.get('caller')) rateLimit.call(deps, c, 'read');
    return problem(deps, c, notFound(c));
  });
  return app;
}
