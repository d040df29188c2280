import { ApiError } from '../ApiError.ts';
import { corsHeaders } from './cors.ts';
import type { HttpContext } from './env.ts';

const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export interface ResponseParts {
  status: number;
  /** Absent: no body. Text, bytes and streams are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Creates every response, with the common headers and those that let a page read it. */
export function respond(c: HttpContext, { status, body, headers }: ResponseParts): Response {
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

/** Of a header that is a list, this much is read: more than any client sends. */
const MAX_CHARACTERS = 500;

/** Whether `If-None-Match` names an entity tag (RFC 9110, section 13.1.2: compared weakly). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch
    .slice(0, MAX_CHARACTERS)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Whether an `Accept` header asks for a media type rather than for JSON (RFC 9110, section 12.5.1). */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  const preference = quality(accept, mediaType);
  return preference > 0 && preference > quality(accept, 'application/json');
}

/** Quality value, 0 to 1, if the type is named; a client that accepts anything gets JSON. */
function quality(accept = '', mediaType: string): number {
  for (const range of accept.slice(0, MAX_CHARACTERS).split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (type !== mediaType) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q ? Number(q.slice(2)) || 0 : 1;
  }
  return 0;
}

/** Handles other methods at a path outside the endpoint table: HEAD is allowed where GET is. */
export function onlyGet(): never {
  throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
}

/**
 * The key of an Idempotency-Key header, with or without the quotes required by the draft; both are the same key.
 * @throws {ApiError} `idempotency_key_invalid`
 */
export function bareKey(header: string): string {
  const key = /^"([^"\\]*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]{1,255}$/.test(key) && !/["\\]/.test(key)) return key;
  const detail =
    'The Idempotency-Key must have 1 to 255 printable ASCII characters without space, quote and backslash.';
  throw new ApiError('idempotency_key_invalid', { detail });
}
