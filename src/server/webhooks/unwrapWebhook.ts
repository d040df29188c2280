import type { Event } from '../../contract/events.ts';
import { type RawBody, textOfRawBody } from './rawBody.ts';
import type { WebhookHeaders } from './readWebhookHeaders.ts';
import { type VerifyOptions, verifyWebhook } from './verifyWebhook.ts';
import { WebhookVerificationError } from './WebhookVerificationError.ts';

/** Verifies a webhook and gives its event. Its `type` may be one that this version doesn't know. */
export async function unwrapWebhook(
  body: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: VerifyOptions,
): Promise<Event> {
  await verifyWebhook(body, headers, secret, options);
  const event = parsed(textOfRawBody(body));
  if (typeof event?.id === 'string' && typeof event.type === 'string' && event.data) return event;
  throw new WebhookVerificationError('body_invalid', 'The body is not an event');
}

function parsed(text: string): Event | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
