import type { Endpoint } from '../contract/endpoint.ts';
import { isRetryable } from '../contract/errors.ts';
import { randomBase62 } from '../contract/keys.ts';
import type { Problem } from '../contract/problem.ts';
import { retryAfterMs } from '../contract/retryAfterMs.ts';
import { type Clock, systemClock, withTimeout } from './clock.ts';
import { type ApiFailure, IdvApiError, IdvConnectionError, IdvError, IdvTimeoutError } from './errors.ts';
import { exchange, type Fetch, type Reply } from './exchange.ts';
import { optionError } from './optionError.ts';
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './refusals.ts';

/** The base URL and the key of requests. */
export interface Credentials {
  /** The base URL of the API, including `/v1`. */
  baseUrl: string;
  /** An API key or a session key. */
  key: string;
}

export interface TransportOptions {
  /** Called before every attempt. */
  credentials: () => Credentials | Promise<Credentials>;
  /** Called once per call after a 401. Resolves to true if there is a new key, so that the call is repeated with it. */
  renew?: (refused: Credentials, error: AuthenticationError) => Promise<boolean>;
  /** Retries after the first attempt; default 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; default 30 000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for all attempts including the delays between them; default 90 000. */
  deadlineMs?: number | undefined;
  fetch?: Fetch | undefined;
  /** Options that are added to every request. */
  init?: RequestInit;
  clock?: Clock;
  /** Uniform in [0, 1). */
  random?: () => number;
}

/** The parameters of a call in addition to its endpoint. */
export interface Call {
  params?: Record<string, string>;
  query?: Query;
  /** `FormData` is sent unchanged, any other value as JSON. */
  body?: unknown;
  /** For a POST; random if not given. */
  idempotencyKey?: string | undefined;
  /** A media type other than JSON to request. The call then returns the bytes of the response. */
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Replaces the time limits of the transport for this call. */
  timeoutMs?: number | undefined;
  deadlineMs?: number | undefined;
  fetch?: Fetch | undefined;
}

/**
 * Calls an endpoint.
 * @returns the parsed response body; `undefined` for 204.
 * @throws IdvApiError, IdvConnectionError, IdvTimeoutError; the reason of `signal` if it aborts.
 */
export type Transport = <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, call?: Call) => Promise<T>;

/** Creates the transport, the only place that sends requests to the service, for pages and back ends. */
export function createTransport(options: TransportOptions): Transport {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const maxRetries = atLeast(0, 'maxRetries', options.maxRetries ?? 2);
  const defaultTimeoutMs = atLeast(1, 'timeoutMs', options.timeoutMs ?? 30_000);
  const defaultDeadlineMs = atLeast(1, 'deadlineMs', options.deadlineMs ?? 90_000);
  const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

  return async <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, call: Call = {}): Promise<T> => {
    const timeoutMs = call.timeoutMs ?? defaultTimeoutMs;
    const deadlineMs = call.deadlineMs ?? defaultDeadlineMs;
    const deadline = clock.now() + deadlineMs;
    const { headers, body } = contentOf(endpoint.method, call);
    const fetch = call.fetch ?? options.fetch ?? platformFetch;
    let used: Credentials | undefined;

    const attempt = async (signal: AbortSignal): Promise<T> => {
      used = await options.credentials();
      const url = requestUrl(used.baseUrl, endpoint.path, call.params, call.query);
      const authorized = { ...headers, authorization: `Bearer ${used.key}` };
      const request = { ...options.init, method: endpoint.method, headers: authorized, body, signal };
      const reply = await exchange(fetch, url, request, { isBinary: call.accept !== undefined });
      if (reply.status >= 400) throw apiErrorOf(reply, clock.now(), used.baseUrl);
      return (reply.bytes as T | undefined) ?? answerOf(reply.text);
    };

    for (let retries = 0, renewed = false; ; ) {
      // A delay may last longer than requested, because a machine sleeps or a page is frozen.
      const left = deadline - clock.now();
      if (left <= 0) throw new IdvTimeoutError(`No response within ${deadlineMs} ms`);
      try {
        return await withTimeout(attempt, Math.min(timeoutMs, left), call.signal);
      } catch (error) {
        call.signal?.throwIfAborted();
        if (error instanceof AuthenticationError && used && !renewed && options.renew) {
          renewed = true;
          if (await options.renew(used, error)) continue;
        }
        const delay = retries < maxRetries ? retryDelayMs(error, retries, random) : null;
        if (delay === null || clock.now() + delay >= deadline) throw error;
        await clock.sleep(delay, call.signal);
        retries += 1;
      }
    }
  };
}

function contentOf(method: string, call: Call): { headers: Record<string, string>; body: BodyInit | null } {
  const headers: Record<string, string> = { accept: call.accept ?? 'application/json' };
  if (method === 'POST') headers['idempotency-key'] = call.idempotencyKey ?? randomBase62(32);
  if (call.body === undefined || call.body instanceof FormData) return { headers, body: call.body ?? null };
  headers['content-type'] = 'application/json';
  return { headers, body: JSON.stringify(call.body) };
}

function answerOf<T>(text: string): T {
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new IdvError('The response is not JSON. Check baseUrl', {
      code: 'response_not_json',
      cause,
    });
  }
}

function atLeast(min: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= min) return value;
  throw optionError(`${name} must be a number from ${min}`);
}

const CLASSES: Record<number, typeof IdvApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  428: ConflictError,
  429: RateLimitError,
};

/**
 * The typed error of a failed request: from its problem+json (RFC 9457), or from the bare status if a proxy responded.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date
 * @param baseUrl the address of the API, whose page of errors explains the code
 */
export function apiErrorOf(reply: Reply, now: number, baseUrl: string): IdvApiError {
  const Class = CLASSES[reply.status] ?? (reply.status >= 500 ? ServerError : IdvApiError);
  const problem = problemOf(reply);
  const failure: ApiFailure = {
    status: reply.status,
    code: problem.code ?? `http_${reply.status}`,
    detail: problem.detail ?? problem.title ?? `The service answered ${reply.status}`,
    requestId: problem.requestId ?? reply.headers.get('request-id'),
    retryable: problem.retryable ?? isRetryable(reply.status, problem.code),
    errors: problem.errors ?? [],
    retryAfterMs: retryAfterMs(reply.headers.get('retry-after'), now),
    currentStatus: problem.currentStatus ?? null,
    allowedTransitions: problem.allowedTransitions ?? [],
    errorsUrl: problem.code ? `${baseUrl}/errors` : null,
  };
  return new Class(failure);
}

function problemOf(reply: Reply): Partial<Problem> {
  if (!reply.headers.get('content-type')?.startsWith('application/problem+json')) return {};
  try {
    return JSON.parse(reply.text) ?? {};
  } catch {
    // A damaged body: the status stands for the error.
    return {};
  }
}

/** Query parameters; `undefined` values are omitted. */
type Query = Record<string, string | number | undefined>;

/**
 * The URL of a call.
 * @param path of the endpoint, with `:name` for each parameter.
 * @throws IdvError if a parameter is empty, or would change the path (path traversal).
 */
function requestUrl(
  baseUrl: string,
  path: string,
  params: Record<string, string> = {},
  query: Query = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => segment(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function segment(name: string, value: string | undefined): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
    throw new IdvError(`${name} must be an id`, { code: 'id_invalid' });
  }
  return encodeURIComponent(value);
}

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * The delay before a retry. `Retry-After` takes precedence; otherwise a random time up to a limit that doubles from
 * half a second to eight seconds.
 * @param retries the number of retries so far.
 * @param random uniform in [0, 1).
 * @returns milliseconds; `null` if a retry can't help.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ (full jitter)
 */
function retryDelayMs(error: unknown, retries: number, random: () => number): number | null {
  if (!mayPass(error)) return null;
  if (error instanceof IdvApiError && error.retryAfterMs !== null) return error.retryAfterMs;
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
}

function mayPass(error: unknown): boolean {
  if (error instanceof IdvConnectionError || error instanceof IdvTimeoutError) return true;
  if (!(error instanceof IdvApiError)) return false;
  return isRetryable(error.status, error.code);
}
