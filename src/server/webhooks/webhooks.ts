import type { Event } from '../../contract/events.ts';
import { signWebhook } from '../../contract/webhookSignature.ts';
import {
  bytesOfRequest,
  type RawBody,
  type Secrets,
  textOfRawBody,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verifyWebhook.ts';

/** Standard Webhooks, for a receiver. The default secret is `IDV_WEBHOOK_SECRET`. */
export const webhooks = {
  verify: verifyWebhook,
  unwrap: unwrapWebhook,
  /** The same for a `Request`, whose body must not have been read yet. */
  unwrapRequest: async (request: Request, secret?: Secrets, options?: VerifyOptions): Promise<Event> =>
    unwrapWebhook(await bytesOfRequest(request), request.headers, secret, options),
  signForTest,
};

export interface TestWebhook {
  body: string;
  headers: Record<string, string>;
}

/**
 * Signs a webhook like the service, for tests of a receiver.
 * @param payload an event, or the body to send.
 * @param timestamp seconds since 1970; default: now.
 */
export async function signForTest(
  payload: string | { id: string },
  secret: string,
  { id, timestamp = Math.floor(Date.now() / 1000) }: { id?: string; timestamp?: number } = {},
): Promise<TestWebhook> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const messageId = id ?? (typeof payload === 'string' ? 'evt_test' : payload.id);
  const signature = await signWebhook(secret, { id: messageId, timestamp, body });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signature,
    },
  };
}

/** Verifies a webhook and returns its event. A newer service may send a `type` that `EventType` does not list. */
export async function unwrapWebhook(
  body: RawBody,
  headers: WebhookHeaders,
  secret?: Secrets,
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
    // Reported above.
    return null;
  }
}
