import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { DeliveryFault, type DeliveryFaultCode, webhookAddresses } from './webhookAddresses.ts';

/** The content and the receiver of a webhook. */
export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether loopback addresses are allowed. */
  allowLoopback: boolean;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  /** Time limit for everything together, including name resolution. Milliseconds; 15,000 if absent. */
  timeoutMs?: number;
}

/** The result of an attempt. `error` is `null` after a 2xx. */
export interface WebhookAnswer {
  status: number | null;
  error: DeliveryFaultCode | null;
  retryAfter: string | undefined;
}

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 4096;

/**
 * Sends one webhook once. Connects to the address that was just checked, so that the name cannot resolve to another one
 * meanwhile; the certificate must match the name. Redirects are not followed. At most a few KB of the response body are
 * read, and dropped.
 * @throws the reason of `signal` if it aborted the attempt; every other failure is an answer.
 */
export async function postWebhook(post: WebhookPost): Promise<WebhookAnswer> {
  const timeout = AbortSignal.timeout(post.timeoutMs ?? TIMEOUT_MS);
  const signal = post.signal ? AbortSignal.any([timeout, post.signal]) : timeout;
  try {
    const url = new URL(post.url);
    const addresses = await orAborted(webhookAddresses(url, post), signal);
    const response = await send(url, addresses, post, signal);
    await drop(response);
    return answerOf(response);
  } catch (error) {
    if (post.signal?.aborted) throw post.signal.reason;
    return { status: null, error: timeout.aborted ? 'timeout' : faultOf(error), retryAfter: undefined };
  }
}

async function send(
  url: URL,
  addresses: string[],
  { headers, body }: WebhookPost,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = request(url, { method: 'POST', headers, agent: false, lookup: pinned(addresses), signal });
  outgoing.on('error', () => undefined); // `once` reports it before the response; after that it changes nothing
  outgoing.end(body);
  // A protocol switch has no body: only the status counts.
  outgoing.once('upgrade', (response, socket) => {
    socket.destroy();
    response.destroy();
  });
  const [response] = await Promise.race([
    once(outgoing, 'response', { signal }),
    once(outgoing, 'upgrade', { signal }),
  ]);
  return response;
}

/** A lookup function that returns only the checked addresses. */
export function pinned(addresses: string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, callback) => {
    if (options.all) callback(null, records);
    else callback(null, records[0]!.address, records[0]!.family);
  };
}

/**
 * Reads a few KB so that the receiver can finish its answer, then closes. The status has arrived, so a body that breaks
 * off or never ends changes nothing.
 */
async function drop(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  if (response.closed) return;
  await new Promise<void>((closed) => {
    response.once('close', closed);
  });
}

function answerOf(response: IncomingMessage): WebhookAnswer {
  const status = response.statusCode!;
  const redirected = status >= 300 && status < 400;
  const error = status >= 200 && status < 300 ? null : redirected ? 'redirected' : 'status_not_2xx';
  return { status, error, retryAfter: response.headers['retry-after'] };
}

function faultOf(error: unknown): DeliveryFaultCode {
  if (error instanceof DeliveryFault) return error.code;
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === 'ECONNREFUSED') return 'connection_refused';
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Stops waiting for work that can't be cancelled, such as a lookup, once the signal aborts. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
