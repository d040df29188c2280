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
 * Passes the calls of pages on to the service, and records them.
 * @param prefix of the path, which is replaced by the URL of the service.
 * @param visitorOf returns the visitor with this session key. A key that this site has not issued is refused.
 */
export function forward(
  recorder: Recorder,
  { prefix, apiUrl }: { prefix: string; apiUrl: string },
  visitorOf: (sessionKey: string) => string | null,
): (c: Context) => Promise<Response> {
  return async (c) => {
    const request = c.req.raw;
    const key = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const visitor = visitorOf(key);
    if (visitor === null) return refuse(401, 'key_invalid', 'The session key is not one of this site.');
    const end = recorder.begin();
    const { pathname, search } = new URL(request.url);
    const url = `${apiUrl}${pathname.slice(prefix.length)}${search}`;
    const body = request.body ? await request.arrayBuffer() : null;
    // The page's abort signal is not passed on: a call that has reached the service is recorded with its actual result,
    // and a stream ends when its reader leaves.
    const sent = new Request(url, { method: request.method, headers: pick(request.headers), body });
    const message = await messageOf(sent.clone());
    const response = await fetch(sent, { redirect: 'manual' }).catch(() => null);
    const received = response ?? refuse(503, 'service_unreachable', 'The service does not answer.');
    const headers = new Headers(received.headers);
    for (const name of HOP_HEADERS) headers.delete(name);
    const { status } = received;
    const record = (answer: Awaited<ReturnType<typeof messageOf>>) =>
      end(visitor, {
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

function pick(headers: Headers): Headers {
  const picked = new Headers();
  for (const name of SENT) if (headers.has(name)) picked.set(name, headers.get(name)!);
  return picked;
}

function refuse(status: number, code: string, detail: string): Response {
  const body = JSON.stringify({ status, code, detail, retryable: status === 503 });
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
