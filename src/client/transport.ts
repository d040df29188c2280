import { randomBase62 } from '../contract/base62.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { apiErrorOf } from './apiErrorOf.ts';
import { type Clock, systemClock } from './clock.ts';
import { IdvError, TimeoutError } from './errors.ts';
import { exchange, type Fetch } from './exchange.ts';
import { optionError } from './optionError.ts';
import { AuthenticationError } from './refusals.ts';
import { type Query, requestUrl } from './requestUrl.ts';
import { retryDelayMs } from './retryDelayMs.ts';
import { withTimeout } from './withTimeout.ts';

/** Where to send requests, and as whom. */
export interface Credentials {
  /** The address of the API, up to `/v1`. */
  baseUrl: string;
  /** An API key or a session key. */
  key: string;
}

export interface TransportOptions {
  /** Asked before every attempt. */
  credentials: () => Credentials | Promise<Credentials>;
  /** Asked once per call after a 401: whether there is another key, so that the call should be repeated with it. */
  renew?: (refused: Credentials, error: AuthenticationError) => Promise<boolean>;
  /** Attempts after the first; 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; 30 000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for all attempts with their pauses; 90 000. */
  deadlineMs?: number | undefined;
  fetch?: Fetch | undefined;
  /** Added to every request. */
  init?: RequestInit;
  clock?: Clock;
  /** Uniform in [0, 1). */
  random?: () => number;
}

/** What a call carries besides its endpoint. */
export interface Call {
  params?: Record<string, string>;
  query?: Query;
  /** `FormData` is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Of a POST; random if not given. */
  idempotencyKey?: string | undefined;
  /** A media type other than JSON to ask for: the answer is its bytes. */
  accept?: string;
  signal?: AbortSignal | undefined;
  /** For this call, in place of those of the transport. */
  timeoutMs?: number | undefined;
  deadlineMs?: number | undefined;
  fetch?: Fetch | undefined;
}

/**
 * Calls an endpoint.
 * @returns the parsed answer; `undefined` if there is none (204).
 * @throws IdvApiError, ConnectionError, TimeoutError; the reason of `signal` when that aborts.
 */
export type Transport = <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, call?: Call) => Promise<T>;

/** The only place that sends requests to the service, for pages and back ends. */
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
      if (reply.status >= 400) throw apiErrorOf(reply, clock.now());
      return (reply.bytes as T | undefined) ?? answerOf(reply.text);
    };

    for (let retries = 0, renewed = false; ; ) {
      // A pause may last longer than it was asked to: a machine sleeps, a page is frozen.
      const left = deadline - clock.now();
      if (left <= 0) throw new TimeoutError(`No answer within ${deadlineMs} ms`);
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
    throw new IdvError('The answer is not JSON; check the base address', {
      code: 'answer_unreadable',
      cause,
    });
  }
}

function atLeast(least: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value;
  throw optionError(`${name} must be a number from ${least}`);
}
