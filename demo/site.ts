import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { brandAccount } from './brandAccount.ts';
import { Customers } from './Customers.ts';
import { fileRoutes } from './compliance/fileRoutes.ts';
import type { DemoConfig } from './config.ts';
import type { Invite } from './deskInvitation.ts';
import { eraseOldCases } from './eraseOldCases.ts';
import { Limits } from './Limits.ts';
import { problemPage } from './pages/problem.ts';
import { Recorder } from './panel/Recorder.ts';
import type { Parts } from './parts.ts';
import { projectRoute } from './project/projectRoute.ts';
import { publicPages } from './publicPages.ts';
import { receiveWebhooks } from './receiveWebhooks.ts';
import { securityHeaders } from './securityHeaders.ts';
import { serveFiles } from './serveFiles.ts';
import { limitBodies, serviceCalls } from './serviceCalls.ts';
import { stagePages } from './stagePages.ts';
import { createVerification } from './verification.ts';

export interface Site {
  /** @param env of the server, with the connection. */
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Registers a URL of the site for webhooks. */
  registerWebhooks: (url: string) => Promise<void>;
  /** Gives the account the brand of this site, unless it has one. */
  brandAccount: () => Promise<void>;
  /** Deletes visitors older than an hour, and has the service erase their cases. */
  forgetOld: () => Promise<void>;
}

/** The default configuration. */
const DEFAULT_CONFIG = {
  host: '',
  port: 0,
  webhookUrl: '',
  limitScale: 1,
  walletUrl: null,
  isBehindProxy: false,
  hasHandoff: true,
  operator: null,
  hasOwnCertificate: false,
};

/** The demo: the sites of two brands, the view behind the scenes, and the file of a case. */
export function createSite(
  config: Pick<DemoConfig, 'siteUrl' | 'apiUrl' | 'apiKey'> & Partial<DemoConfig>,
  { now = Date.now, invite = null }: { now?: () => number; invite?: Invite | null } = {},
): Site {
  const app = new Hono();
  const parts = { ...partsOf({ ...DEFAULT_CONFIG, ...config }, now), invite };
  const { webhooks } = parts;
  const eraseOld = eraseOldCases(parts.verification.idv, now);
  app.use(securityHeaders(parts.config.walletUrl));
  // Pages only: files are compressed already, and calls are passed on unchanged.
  app.use(compress({ contentTypeFilter: /^text\/html/ }));
  serveFiles(app);
  app.use(limitBodies);
  app.use(async (c, next) => {
    await next();
    // A visitor who returns to a page sees the current state.
    c.header('cache-control', 'no-store');
  });
  app.get('/healthz', (c) => c.body(null, webhooks.isRegistered() ? 204 : 503));
  publicPages(app, parts, now());
  stagePages(app, parts);
  serviceCalls(app, parts);
  fileRoutes(app, parts);
  projectRoute(app, parts);
  app.notFound((c) => c.html(problemPage('There is nothing here', 'The page may have moved.'), 404));
  app.onError((error, c) => {
    process.stderr.write(`${error.stack ?? error}\n`);
    return c.html(problemPage('That did not work', 'Please try again in a moment.'), 500);
  });
  return {
    fetch: (request, env) => app.fetch(request, env),
    registerWebhooks: webhooks.register,
    brandAccount: () => brandAccount(parts.verification.idv),
    forgetOld: async () => {
      parts.customers.forgetOld();
      await eraseOld();
    },
  };
}

function partsOf(config: DemoConfig, now: () => number): Omit<Parts, 'invite'> {
  const recorder = new Recorder();
  const customers = new Customers({ now, forget: (id) => recorder.forget(id) });
  const verification = createVerification(config, customers, recorder);
  const webhooks = receiveWebhooks(verification.idv, verification.onEvent);
  const limits = new Limits({ scale: config.limitScale, now });
  return { config, customers, recorder, verification, webhooks, limits, now };
}
