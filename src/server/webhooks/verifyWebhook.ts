import { IdvError, type WebhookRefusal } from '../../client/errors.ts';
import { optionError } from '../../client/optionError.ts';
import { isWebhookSecret, signWebhook } from '../../contract/webhookSignature.ts';
import { environment } from '../environment.ts';
import { isEqual } from '../isEqual.ts';

export interface VerifyOptions {
  /** Maximum clock difference to the sender, in seconds: 1–3600; default 300. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; default: the system clock. */
  now?: number | undefined;
}

/**
 * Verifies a webhook by its signature and its timestamp.
 * @param secret the secret shown at registration; several during a rotation; default: the environment variable
 *   `IDV_WEBHOOK_SECRET`.
 * @throws WebhookVerificationError with the reason; IdvError `secret_malformed` if the secret is missing or malformed;
 *   TypeError `option_invalid` if the tolerance is out of range.
 * @see https://www.standardwebhooks.com (Standard Webhooks 1.0.0)
 */
export async function verifyWebhook(
  body: RawBody,
  headers: WebhookHeaders,
  secret?: Secrets,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<void> {
  if (!(toleranceSeconds >= 1 && toleranceSeconds <= 3600)) {
    throw optionError('toleranceSeconds must be from 1 to 3600');
  }
  const secrets = checkedSecrets(secret);
  const text = textOfRawBody(body);
  const { id, timestamp, signature } = readWebhookHeaders(headers);
  const seconds = secondsOf(timestamp);
  const message = { id, timestamp: seconds, body: text };
  const expected = await Promise.all(secrets.map((one) => signWebhook(one, message)));
  const signatures = signature.split(' ');
  const matches = expected.flatMap((ours) => signatures.map((theirs) => isEqual(ours, theirs)));
  if (!matches.includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'The signature does not match: the secret belongs to another endpoint, or the body was changed. Use the secret shown at registration',
    );
  }
  checkTime(seconds - now / 1000, toleranceSeconds);
}

/** One secret, or several during a rotation. */
export type Secrets = string | readonly string[] | undefined;

function checkedSecrets(option: Secrets): readonly string[] {
  const secret = option ?? environment('IDV_WEBHOOK_SECRET');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isValid = (one: unknown) => typeof one === 'string' && isWebhookSecret(one);
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isValid)) return secrets;
  const problem = secret === undefined || secret.length === 0 ? 'is missing' : 'is malformed';
  throw new IdvError(
    `The webhook secret ${problem}. Set IDV_WEBHOOK_SECRET, or pass it: whsec_… as shown at registration`,
    { code: 'secret_malformed' },
  );
}

function secondsOf(timestamp: string): number {
  if (/^[1-9]\d{0,11}$/.test(timestamp)) return Number(timestamp);
  throw new WebhookVerificationError(
    'timestamp_invalid',
    'webhook-timestamp is not a number of seconds. Check that the proxy passes it on unchanged',
  );
}

function checkTime(ahead: number, tolerance: number): void {
  if (ahead < -tolerance)
    throw new WebhookVerificationError(
      'timestamp_too_old',
      'The webhook is too old: it is a replay, or the clock of the receiver is wrong. Synchronise the clock',
    );
  if (ahead > tolerance)
    throw new WebhookVerificationError(
      'timestamp_too_new',
      'The webhook is from the future. Synchronise the clock of the receiver',
    );
}

/** Headers in any platform's form: `Headers`, the object of Node, or pairs. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Record<string, string | readonly string[] | undefined>;

/** Finds the three headers of a webhook, in upper or lower case. */
function readWebhookHeaders(headers: WebhookHeaders): {
  id: string;
  timestamp: string;
  signature: string;
} {
  const pairs: Iterable<readonly [string, unknown]> = isIterable(headers) ? headers : Object.entries(headers);
  const values = new Map<string, string>();
  for (const [name, value] of pairs) if (value !== undefined) values.set(name.toLowerCase(), String(value));
  return {
    id: need(values, 'webhook-id'),
    timestamp: need(values, 'webhook-timestamp'),
    signature: need(values, 'webhook-signature'),
  };
}

function isIterable(headers: object): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

function need(values: Map<string, string>, name: string): string {
  const value = values.get(name);
  if (value) return value;
  throw new WebhookVerificationError(
    'header_missing',
    `The header ${name} is missing. Check that the proxy passes it on`,
  );
}

/** Maximum body in bytes. Webhooks are smaller than 4 KB. */
const LONGEST_BODY = 64 * 1024;

/** A raw body, as received. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The raw body as text. A parsed body is refused, because the bytes that the signature covers are lost. */
export function textOfRawBody(body: RawBody): string {
  if (typeof body === 'string') return body;
  if (!(body instanceof ArrayBuffer) && !ArrayBuffer.isView(body)) throw parsedAlready();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new WebhookVerificationError('body_invalid', 'The body is not UTF-8. Pass the bytes as received');
  }
}

/** The unread body of a request, up to 64 KB. */
export async function bytesOfRequest(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) throw parsedAlready();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Not every platform supports `for await` on a stream.
  const reader = request.body?.getReader();
  for (let length = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      throw new WebhookVerificationError('body_invalid', 'The body is too long for a webhook of the service');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parsedAlready(): WebhookVerificationError {
  return new WebhookVerificationError(
    'body_parsed',
    'The body was parsed, but the signature covers the raw body. Pass the text or bytes as received: ' +
      "await request.text(), in Express express.raw({ type: 'application/json' }) on this route, " +
      "in Fastify a content type parser with parseAs: 'buffer', in Next.js request.text()",
  );
}

/** A webhook that is not authentic, or cannot be verified; `reason` says why. */
export class WebhookVerificationError extends IdvError {
  override name = 'WebhookVerificationError';
  declare readonly code: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    Object.assign(this, { code: reason });
  }

  /** The same as `code`. */
  get reason(): WebhookRefusal {
    return this.code;
  }
}
