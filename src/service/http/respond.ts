import { corsHeaders } from './cors.ts';
import type { Context } from './env.ts';

const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export interface Answer {
  status: number;
  /** Absent: no body. A text, bytes, or a stream of them, are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Every response is made here: the headers that all of them carry, and the ones that let a page read them. */
export function respond(c: Context, { status, body, headers }: Answer): Response {
  const all: Record<string, string> = {
    ...COMMON,
    'Request-Id': c.get('requestId'),
    ...corsHeaders(c),
    ...c.get('rateLimit'),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  return new Response(bodyOf(body), { status, headers: all });
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  return isRaw ? (body as BodyInit) : JSON.stringify(body);
}
