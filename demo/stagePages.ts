import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Customer } from './Customers.ts';
import { allowedBy, endOf, isChosen, isSameCase, options, queryOf, readChoice } from './choice.ts';
import { outcomeOf } from './outcome.ts';
import { setsOf } from './pages/controls.ts';
import { openPage } from './pages/open.ts';
import { problemPage } from './pages/problem.ts';
import { outcomePart, returnPage } from './pages/return.ts';
import { streamPanel } from './panel/streamPanel.ts';
import { customerOf, hasDesk, type Parts, refusalOf, remember, visitorOrigin } from './parts.ts';
import type { Control } from './scenarios.ts';
import { recordPage } from './serviceCalls.ts';
import { snippetsOf } from './snippets.ts';
import { streamHtml } from './streamHtml.ts';

/** Interval at which an open page makes the back end poll the API, in case a webhook was lost. */
const POLL_MS = 5_000;
/** With one of these statuses no new application is started. */
const SUBMITTED_STATUSES = ['processing', 'in_review', 'approved'];

/** The pages of an application, each with the panel next to it, and the streams that update them. */
export function stagePages(app: Hono, parts: Parts): void {
  const { customers, recorder } = parts;
  const recorded = recordPage(parts);
  app.get('/open', recorded, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const customer = customerOf(parts, c);
    const choice = isChosen(query) || !customer ? readChoice(query) : customer.choice;
    let own = customer;
    if (!customer || !isSameCase(choice, customer.choice)) {
      const created = customers.create(choice, visitorOrigin(parts, c).network);
      remember(parts, c, created.session);
      own = created.customer;
    } else {
      customer.choice = choice;
      if (SUBMITTED_STATUSES.includes(customer.known?.status ?? '')) return c.redirect('/return', 303);
    }
    if (choice.scenario !== 'hosted_link') return c.html(openPage(choice, parts.config));
    const refusal = own!.link ? null : refusalOf(parts, c, 'cases');
    if (refusal) return refusal;
    await parts.verification.link(own!);
    return c.html(openPage(choice, parts.config, own!.link));
  });
  // Starts again with the same choice, as a new customer.
  app.get('/again', (c) => {
    const params = new URL(c.req.url).searchParams;
    const choice = readChoice(params);
    remember(parts, c, customers.create(choice, visitorOrigin(parts, c).network).session);
    const query = [queryOf(choice), params.get('panel') === 'folded' ? 'panel=folded' : '']
      .filter(Boolean)
      .join('&');
    return c.redirect(`/open${query && `?${query}`}`, 303);
  });
  app.get('/choice', (c) => {
    const choice = readChoice(new URL(c.req.url).searchParams);
    const allowed = Object.fromEntries(
      Object.keys(options).map((control) => [control, allowedBy(choice.scenario, control as Control)]),
    );
    return c.json({
      query: queryOf(choice),
      choice,
      allowed,
      sets: setsOf(choice),
      ends: endOf(choice).ends,
      snippets: snippetsOf(choice),
    });
  });
  app.get('/return', recorded, async (c) => {
    const customer = customerOf(parts, c);
    return customer ? comeBack(c, customer, parts) : c.redirect('/', 303);
  });
  app.get('/outcome', (c) => {
    const customer = customerOf(parts, c);
    return customer ? streamed(c, parts, () => stayLive(c, customer, parts)) : c.body(null, 401);
  });
  app.get('/panel', (c) => {
    const customer = customerOf(parts, c);
    return customer ? streamed(c, parts, () => streamPanel(c, customer, recorder)) : c.body(null, 401);
  });
  app.post('/panel/resend/:event', async (c) => {
    const customer = customerOf(parts, c);
    const refusal = refusalOf(parts, c, 'cases');
    if (!customer || refusal) return refusal ?? c.body(null, 401);
    return c.body(null, (await parts.verification.resend(customer, c.req.param('event'))) ? 204 : 404);
  });
  app.post('/leave', (c) => {
    remember(parts, c, null);
    return c.redirect('/', 303);
  });
}

/** A stream within the limits. It is released when its connection ends. */
function streamed(c: Context, parts: Parts, open: () => Response): Response {
  const refusal = refusalOf(parts, c, 'streams');
  if (refusal) return refusal;
  const origin = visitorOrigin(parts, c);
  const release = () => parts.limits.release('streams', origin);
  if (c.req.raw.signal.aborted) release();
  else c.req.raw.signal.addEventListener('abort', release, { once: true });
  return open();
}

/** Verifies the return URL before it shows the outcome. */
async function comeBack(c: Context, customer: Customer, parts: Parts): Promise<Response> {
  const { verification } = parts;
  const isReturning = new URL(c.req.url).search !== '';
  const caseId = isReturning ? await verification.returnedCase(customer, c.req.url) : customer.known?.caseId;
  if (caseId === null) {
    return c.html(problemPage('This is not your application', 'The address belongs to somebody else.'), 400);
  }
  const [before, after] = returnPage(customer.choice);
  const asked = caseId ? verification.ask(customer, caseId) : Promise.resolve();
  const outcome = (answer: { isAsked: boolean }) =>
    outcomePart(outcomeOf(customer), customer.id, { ...answer, hasDesk: hasDesk(parts, c) });
  // If the service fails and there is no earlier status, nothing can be shown: the error has its own page.
  if (!customer.known) {
    await asked;
    return c.html(before + outcome({ isAsked: true }) + after);
  }
  const part = asked.then(
    () => outcome({ isAsked: true }),
    (error: unknown) => {
      process.stderr.write(`The outcome of ${caseId}: ${error}\n`);
      return outcome({ isAsked: false });
    },
  );
  return streamHtml(c, [before, part, after]);
}

/** Sends every change to the page while it is open. */
function stayLive(c: Context, customer: Customer, { customers, verification }: Parts): Response {
  return streamSSE(c, async (stream) => {
    while (!stream.aborted && !stream.closed) {
      const outcome = outcomeOf(customer);
      await stream.writeSSE({ data: JSON.stringify(outcome) });
      await customers.nextNotice(customer, POLL_MS);
      // If the service is not reachable, the page keeps its content and the next round retries.
      const { known } = customer;
      if (outcome.isOpen && known) await verification.ask(customer, known.caseId).catch(() => {});
    }
  });
}
