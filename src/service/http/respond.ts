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
  /** Absent: no body. A text is sent as it is. */
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
  return new Response(
    body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    {
      status,
      headers: all,
    },
  );
}
