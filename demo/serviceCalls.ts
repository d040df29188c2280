import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Customer } from './Customers.ts';
import { endSession, isAway } from './faults.ts';
import { forward } from './panel/forward.ts';
import { messageOf } from './panel/Recorder.ts';
import { recordWebhook } from './panel/recordWebhook.ts';
import { addressOf, customerOf, type Parts, refusalOf, visitorOrigin } from './parts.ts';
import { SERVICE } from './verification.ts';

/** Maximum size of a call to the service in bytes: more than the pictures of any selfie check. */
const LARGEST_CALL = 32_000_000;
/** Maximum size of all else: forms, and webhooks without pictures. */
const LARGEST_OTHER = 1_000_000;

/** The connection ends with the answer: the rest of the body is not read. */
const limited = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) => c.json({ status: 413, code: 'body_too_large' }, 413, { connection: 'close' }),
  });
const limitCall = limited(LARGEST_CALL);
const limitOther = limited(LARGEST_OTHER);

/** Answers 413 to a larger body, also to one of no stated length. */
export const limitBodies: MiddlewareHandler = (c, next) =>
  (c.req.path.startsWith(`${SERVICE}/`) ? limitCall : limitOther)(c, next);

/** The calls of pages: for a session and to the service, and the webhooks of the service. */
export function serviceCalls(app: Hono, parts: Parts): void {
  const { config, customers, recorder, verification, webhooks, now } = parts;
  app.post('/idv/session', recordPage(parts), async (c) => {
    const customer = customerOf(parts, c);
    if (!customer) return Response.json({ code: 'auth_missing' }, { status: 401 });
    if (isAway(customer, now())) return Response.json({ code: 'unavailable' }, { status: 503 });
    return await sessionOf(parts, c, customer);
  });
  const visitorOf = (key: string) => customers.findBySessionKey(key);
  const passOn = forward(recorder, { prefix: SERVICE, apiUrl: config.apiUrl }, visitorOf);
  app.all(`${SERVICE}/*`, async (c) => {
    const refusal = c.req.path.endsWith('/capture') ? refusalOf(parts, c, 'pictures') : null;
    if (refusal) return refusal;
    const response = await passOn(c, addressOf(parts, c));
    const key = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
    const customer = customers.findBySessionKey(key);
    const call = { path: c.req.path, ok: response.ok };
    if (customer) await endSession(verification.idv, recorder, customer, call);
    return response;
  });
  app.post('/webhooks/idv', (c) => recordWebhook(recorder, customers, webhooks, c.req.raw));
}

/** A session for the page. The first one of a visitor creates a case, which is limited; it counts if it was created. */
async function sessionOf(parts: Parts, c: Context, customer: Customer): Promise<Response> {
  const { verification, limits } = parts;
  const isFirst = customer.caseIds.size === 0;
  const refusal = isFirst ? refusalOf(parts, c, 'cases') : null;
  if (refusal) return refusal;
  const giveBack = () => {
    if (isFirst && customer.caseIds.size === 0) limits.release('cases', visitorOrigin(parts, c));
  };
  try {
    return await verification.session(customer, c.req.raw);
  } finally {
    giveBack();
  }
}

/** Records a page's requests to the site, for a known visitor. */
export function recordPage(parts: Parts): MiddlewareHandler {
  return async (c, next) => {
    const customer = customerOf(parts, c);
    const end = parts.recorder.begin();
    const request = await messageOf(c.req.raw.clone());
    await next();
    if (!customer) return;
    const { status } = c.res;
    const { method, url } = c.req;
    // Does not delay the response, which may be sent in pieces.
    messageOf(c.res.clone())
      .then((answer) =>
        end(customer.id, {
          from: 'page',
          to: 'backend',
          method,
          url,
          request,
          answer: { ...answer, status },
        }),
      )
      .catch((error: unknown) =>
        process.stderr.write(`${method} ${c.req.path} was not recorded: ${error}\n`),
      );
  };
}
