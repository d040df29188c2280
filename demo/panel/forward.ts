import type { Context } from 'hono';
import { messageOf, type Recorder } from './Recorder.ts';

/** Headers that belong to one connection, or to a body that has been decoded. */
const HOP_HEADERS = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'date',
];
/** Request headers that are passed on to the service. */
const SENT = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
];

/**
 * Paths of a visitor: the own case, and what the service gives to the key of that case alone. Others need no key, so
 * anybody could use up with them what the service counts.
 */
function isOwnPath(path: string, { caseIds }: Visitor): boolean {
  const [, collection, id = ''] = path.split('/');
  if (collection === 'cases') return caseIds.has(id);
  return /^\/biometrics\/(selfie|document)-check/.test(path) || collection === 'credential-requests';
}

interface Visitor {
  id: string;
  caseIds: ReadonlySet<string>;
}

/**
 * Passes the calls of pages on to the service with the address of their visitor, and records them.
 * @param prefix of the path, which is replaced by the URL of the service.
 * @param visitorOf returns the visitor with this session key. A key that this site has not issued is refused.
 */
export function forward(
  recorder: Recorder,
  { prefix, apiUrl }: { prefix: string; apiUrl: string },
  visitorOf: (sessionKey: string) => Visitor | null,
): (c: Context, address: string) => Promise<Response> {
  return async (c, address) => {
    const request = c.req.raw;
    const key = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const visitor = visitorOf(key);
    if (visitor === null) return refuse(401, 'key_invalid', 'The session key is not one of this site.');
    const { pathname, search } = new URL(request.url);
    if (!isOwnPath(pathname.slice(prefix.length), visitor))
      return refuse(404, 'route_not_found', 'Pages of this site reach their own case alone.');
    const end = recorder.begin();
    const url = `${apiUrl}${pathname.slice(prefix.length)}${search}`;
    const body = request.body ? await request.arrayBuffer() : null;
    // The page's abort signal is not passed on: a call that has reached the service is recorded with its actual result,
    // and a stream ends when its reader leaves.
    const headersSent = pick(request.headers);
    // The service counts the calls of a page for its visitor.
    headersSent.set('x-forwarded-for', address);
    const sent = new Request(url, { method: request.method, headers: headersSent, body });
    const message = await messageOf(sent.clone());
    const response = await fetch(sent, { redirect: 'manual' }).catch((error: unknown) => {
      process.stderr.write(`${request.method} ${pathname} did not reach the service: ${causeOf(error)}\n`);
      return null;
    });
    const received = response ?? refuse(503, 'service_unreachable', 'The service does not answer.');
    const headers = new Headers(received.headers);
    for (const name of HOP_HEADERS) headers.delete(name);
    const { status } = received;
    const record = (answer: Awaited<ReturnType<typeof messageOf>>) =>
      end(visitor.id, {
        from: 'page',
        to: 'service',
        method: request.method,
        url,
        request: message,
        answer: { ...answer, status },
      });
    // A stream does not end, so it is recorded immediately.
    if (/event-stream/.test(headers.get('content-type') ?? '')) record({ headers, body: 0 });
    else record(await messageOf(received.clone()));
    return new Response(received.body, { status, headers });
  };
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ? `${message} (${cause.code})` : message;
}

function pick(headers: Headers): Headers {
  const picked = new Headers();
  for (const name of SENT) if (headers.has(name)) picked.set(name, headers.get(name)!);
  return picked;
}

function refuse(status: number, code: string, detail: string): Response {
  const body = JSON.stringify({ status, code, detail, retryable: status === 503 });
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
