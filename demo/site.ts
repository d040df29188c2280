import { type Context, Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import { parse } from 'hono/utils/cookie';
import type { IdvClient } from 'idv-verify/server';
import { type Customer, Customers } from './Customers.ts';
import type { DemoConfig } from './config.ts';
import { outcomeOf } from './outcome.ts';
import { landingPage } from './pages/landing.ts';
import { openPage } from './pages/open.ts';
import { problemPage } from './pages/problem.ts';
import { returnPage } from './pages/return.ts';
import { receiveWebhooks } from './receiveWebhooks.ts';
import { securityHeaders } from './securityHeaders.ts';
import { serveFiles } from './serveFiles.ts';
import { createVerification, type Verification } from './verification.ts';

const COOKIE = 'larkspur';
/** How often an open page has the API asked, in case a webhook got lost. */
const ASK_AGAIN_MS = 5_000;
/** With one of these a new application would be the wrong way. */
const UNDER_WAY = ['processing', 'in_review', 'approved'];

export interface Site {
  fetch: (request: Request) => Response | Promise<Response>;
  /** Has webhooks sent to this address of the site. */
  registerWebhooks: (url: string) => Promise<void>;
}

/** The site of a small bank that opens accounts for people whom it has verified. */
export function createSite(
  idv: IdvClient,
  config: Pick<DemoConfig, 'siteUrl' | 'publicApiUrl' | 'apiKey'>,
): Site {
  const app = new Hono();
  const customers = new Customers();
  const customerOf = (request: Request) => customers.find(cookieOf(request));
  const verification = createVerification(idv, customers, config.siteUrl, customerOf);
  const webhooks = receiveWebhooks(idv, verification.onEvent);

  app.use(securityHeaders(config.publicApiUrl));
  serveFiles(app);
  app.use(async (c, next) => {
    await next();
    // Who comes back to a page sees how things stand now.
    c.header('cache-control', 'no-store');
  });
  app.get('/healthz', (c) => c.body(null, webhooks.isRegistered() ? 204 : 503));
  app.get('/', (c) => c.html(landingPage(customerOf(c.req.raw)?.known?.status)));
  app.get('/open', (c) => {
    const customer = customerOf(c.req.raw);
    if (UNDER_WAY.includes(customer?.known?.status ?? '')) return c.redirect('/return', 303);
    if (!customer) remember(c, customers.create().session, config.siteUrl);
    return c.html(openPage({ isTest: config.apiKey.startsWith('idv_test_') }));
  });
  app.post('/idv/session', (c) => verification.session(c.req.raw));
  app.post('/webhooks/idv', (c) => webhooks.handle(c.req.raw));
  app.get('/return', async (c) => {
    const customer = customerOf(c.req.raw);
    return customer ? comeBack(c, customer, verification) : c.redirect('/', 303);
  });
  app.get('/outcome', (c) => {
    const customer = customerOf(c.req.raw);
    return customer ? stayLive(c, customer, customers, verification) : c.body(null, 401);
  });
  app.post('/leave', (c) => {
    setCookie(c, COOKIE, '', { path: '/', maxAge: 0 });
    return c.redirect('/', 303);
  });
  app.notFound((c) => c.html(problemPage('There is nothing here', 'The page may have moved.'), 404));
  app.onError((error, c) => {
    process.stderr.write(`${error.stack ?? error}\n`);
    return c.html(problemPage('That did not work', 'Please try again in a moment.'), 500);
  });
  return { fetch: (request) => app.fetch(request), registerWebhooks: webhooks.register };
}

async function comeBack(c: Context, customer: Customer, verification: Verification): Promise<Response> {
  const isReturning = new URL(c.req.url).search !== '';
  const caseId = isReturning ? await verification.returnedCase(customer, c.req.url) : customer.known?.caseId;
  if (caseId === null) {
    return c.html(problemPage('This is not your application', 'The address belongs to somebody else.'), 400);
  }
  if (caseId) await verification.ask(customer, caseId);
  return c.html(returnPage(outcomeOf(customer), customer.id));
}

/** Tells the page of every change, for as long as it is open. */
function stayLive(c: Context, customer: Customer, customers: Customers, { ask }: Verification): Response {
  return streamSSE(c, async (stream) => {
    while (!stream.aborted && !stream.closed) {
      const outcome = outcomeOf(customer);
      await stream.writeSSE({ data: JSON.stringify(outcome) });
      await customers.nextWord(customer, ASK_AGAIN_MS);
      // If the service can't be reached, the page keeps what is known and the next round asks again.
      if (outcome.isOpen && customer.known) await ask(customer, customer.known.caseId).catch(() => {});
    }
  });
}

function remember(c: Context, session: string, siteUrl: string): void {
  const secure = siteUrl.startsWith('https:');
  setCookie(c, COOKIE, session, { httpOnly: true, sameSite: 'Lax', path: '/', secure });
}

function cookieOf(request: Request): string | undefined {
  return parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE];
}
