import { optionError } from '../../client/optionError.ts';
import { isWebhookSecret, signWebhook } from '../../contract/webhookSignature.ts';
import { isEqual } from '../isEqual.ts';
import { type RawBody, textOfRawBody } from './rawBody.ts';
import { readWebhookHeaders, type WebhookHeaders } from './readWebhookHeaders.ts';
import { WebhookVerificationError } from './WebhookVerificationError.ts';

export interface VerifyOptions {
  /** How far the clock of the sender may be off, in seconds: 1–3600; 300 if not given. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; the clock if not given. */
  now?: number | undefined;
}

/**
 * Verifies a webhook by its signature and its time.
 * @param secret as it was shown at registration; several while one replaces another.
 * @throws WebhookVerificationError with the reason; TypeError if a secret or the tolerance is unfit.
 * @see https://www.standardwebhooks.com (Standard Webhooks 1.0.0)
 */
export async function verifyWebhook(
  body: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<void> {
  if (!(toleranceSeconds >= 1 && toleranceSeconds <= 3600)) {
    throw optionError('toleranceSeconds must lie between 1 and 3600');
  }
  const secrets = checkedSecrets(secret);
  const text = textOfRawBody(body);
  const { id, timestamp, signature } = readWebhookHeaders(headers);
  const seconds = secondsOf(timestamp);
  const message = { id, timestamp: seconds, body: text };
  const expected = await Promise.all(secrets.map((one) => signWebhook(one, message)));
  const given = signature.split(' ');
  const matches = expected.flatMap((own) => given.map((theirs) => isEqual(own, theirs)));
  if (!matches.includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature fits: another secret, or the body was changed on its way',
    );
  }
  checkTime(seconds - now / 1000, toleranceSeconds);
}

/** The secrets as a list, each of them usable. */
export function checkedSecrets(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const fit = (one: unknown) => typeof one === 'string' && isWebhookSecret(one);
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(fit)) return secrets;
  throw optionError('The webhook secret must be whsec_ followed by base64, as shown at registration');
}

function secondsOf(timestamp: string): number {
  if (/^[1-9]\d{0,11}$/.test(timestamp)) return Number(timestamp);
  throw new WebhookVerificationError('timestamp_invalid', 'The timestamp must be digits only');
}

function checkTime(ahead: number, tolerance: number): void {
  if (ahead < -tolerance) throw new WebhookVerificationError('timestamp_too_old', 'The webhook is too old');
  if (ahead > tolerance)
    throw new WebhookVerificationError('timestamp_too_new', 'The webhook is from the future');
}
