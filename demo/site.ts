import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import { parse } from 'hono/utils/cookie';
import { type Customer, Customers } from './Customers.ts';
import { isChosen, isSameCase, queryOf, readChoice } from './choice.ts';
import type { DemoConfig } from './config.ts';
import { endSession, isAway } from './faults.ts';
import { outcomeOf } from './outcome.ts';
import { landingPage } from './pages/landing.ts';
import { openPage } from './pages/open.ts';
import { problemPage } from './pages/problem.ts';
import { returnPage } from './pages/return.ts';
import { forward } from './panel/forward.ts';
import { messageOf, Recorder } from './panel/Recorder.ts';
import { recordWebhook } from './panel/recordWebhook.ts';
import { streamPanel } from './panel/streamPanel.ts';
import { receiveWebhooks } from './receiveWebhooks.ts';
import { securityHeaders } from './securityHeaders.ts';
import { serveFiles } from './serveFiles.ts';
import { snippetsOf } from './snippets.ts';
import { createVerification, type Verification } from './verification.ts';

const COOKIE = 'larkspur';
/** Where pages reach the service, so that their calls can be shown. */
const SERVICE = '/service/v1';
/** More than the pictures of any selfie check. */
const LARGEST_CALL = 32_000_000;
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
  config: Pick<DemoConfig, 'siteUrl' | 'apiUrl' | 'apiKey'>,
  { now }: { now?: () => number } = {},
): Site {
  const app = new Hono();
  const recorder = new Recorder();
  const customers = new Customers({ ...(now && { now }), forget: (id) => recorder.forget(id) });
  const customerOf = (request: Request) => customers.find(cookieOf(request));
  const verification = createVerification({ ...config, servicePath: SERVICE }, customers, recorder);
  const webhooks = receiveWebhooks(verification.idv, verification.onEvent);
  const recorded = recordPage(recorder, customerOf);

  app.use(securityHeaders());
  serveFiles(app);
  app.use(async (c, next) => {
    await next();
    // Who comes back to a page sees how things stand now.
    c.header('cache-control', 'no-store');
  });
  app.get('/healthz', (c) => c.body(null, webhooks.isRegistered() ? 204 : 503));
  app.get('/', (c) => c.html(landingPage(customerOf(c.req.raw)?.known?.status)));
  app.get('/open', recorded, (c) => {
    const query = new URL(c.req.url).searchParams;
    const customer = customerOf(c.req.raw);
    const choice = isChosen(query) || !customer ? readChoice(query) : customer.choice;
    if (!customer || !isSameCase(choice, customer.choice)) {
      remember(c, customers.create(choice).session, config.siteUrl);
    } else {
      customer.choice = choice;
      if (UNDER_WAY.includes(customer.known?.status ?? '')) return c.redirect('/return', 303);
    }
    return c.html(openPage(choice));
  });
  app.get('/choice', (c) => {
    const choice = readChoice(new URL(c.req.url).searchParams);
    return c.json({ query: queryOf(choice), snippets: snippetsOf(choice) });
  });
  app.post('/idv/session', recorded, async (c) => {
    const customer = customerOf(c.req.raw);
    if (!customer) return Response.json({ code: 'auth_missing' }, { status: 401 });
    if (isAway(customer, now?.())) return Response.json({ code: 'unavailable' }, { status: 503 });
    return verification.session(customer, c.req.raw);
  });
  const visitorOf = (key: string) => customers.findBySessionKey(key)?.id ?? null;
  const passOn = forward(recorder, { prefix: SERVICE, apiUrl: config.apiUrl }, visitorOf);
  app.all(`${SERVICE}/*`, bodyLimit({ maxSize: LARGEST_CALL }), async (c) => {
    const answer = await passOn(c);
    const key = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
    const customer = customers.findBySessionKey(key);
    const call = { path: c.req.path, ok: answer.ok };
    if (customer) await endSession(verification.idv, recorder, customer, call);
    return answer;
  });
  app.post('/webhooks/idv', (c) => recordWebhook(recorder, customers, webhooks, c.req.raw));
  app.get('/return', recorded, async (c) => {
    const customer = customerOf(c.req.raw);
    return customer ? comeBack(c, customer, verification) : c.redirect('/', 303);
  });
  app.get('/outcome', (c) => {
    const customer = customerOf(c.req.raw);
    return customer ? stayLive(c, customer, customers, verification) : c.body(null, 401);
  });
  app.get('/panel', (c) => {
    const customer = customerOf(c.req.raw);
    return customer ? streamPanel(c, customer, recorder) : c.body(null, 401);
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

/** Records what a page asks of the site itself, for a visitor who is known already. */
function recordPage(
  recorder: Recorder,
  customerOf: (request: Request) => Customer | null,
): MiddlewareHandler {
  return async (c, next) => {
    const customer = customerOf(c.req.raw);
    const end = recorder.begin();
    const request = await messageOf(c.req.raw.clone());
    await next();
    if (!customer) return;
    const answer = { ...(await messageOf(c.res.clone())), status: c.res.status };
    const { method, url } = c.req;
    end(customer.id, { from: 'page', to: 'backend', method, url, request, answer });
  };
}

async function comeBack(c: Context, customer: Customer, verification: Verification): Promise<Response> {
  const isReturning = new URL(c.req.url).search !== '';
  const caseId = isReturning ? await verification.returnedCase(customer, c.req.url) : customer.known?.caseId;
  if (caseId === null) {
    return c.html(problemPage('This is not your application', 'The address belongs to somebody else.'), 400);
  }
  if (caseId) await verification.ask(customer, caseId);
  return c.html(returnPage(outcomeOf(customer), customer.id, customer.choice));
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
