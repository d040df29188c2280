import type { Event } from '../../contract/events.ts';
import { bytesOfRequest, type Secrets, WebhookVerificationError } from './verifyWebhook.ts';
import { unwrapWebhook } from './webhooks.ts';

export interface WebhookHandlerOptions {
  /**
   * Called for every verified event, and awaited: the response is 204 after it, and 500 if it throws, so that the event
   * is delivered again. Delivery is at least once and in any order: store `event.id` together with the effect, and
   * compare `data.version`.
   */
  onEvent: (event: Event) => unknown;
  /** Hears what `onEvent` threw; `console.error` if not given. */
  onError?: ((error: unknown, event: Event) => void) | undefined;
  /** 1–3600; 300 if not given. */
  toleranceSeconds?: number | undefined;
  /** As shown at registration, several while one replaces another; the environment variable `IDV_WEBHOOK_SECRET` if not given. */
  secret?: Secrets;
}

export type WebhookHandler = (request: Request) => Promise<Response>;

/**
 * Makes the handler of a webhook receiver. The secret is checked at the first request, which rejects with IdvError
 * `secret_malformed` if it is missing or malformed: a build without secrets can import the handler.
 */
export function webhookHandler(options: WebhookHandlerOptions): WebhookHandler;
export function webhookHandler(secret: Secrets, options: WebhookHandlerOptions): WebhookHandler;
export function webhookHandler(
  first: Secrets | WebhookHandlerOptions,
  second?: WebhookHandlerOptions,
): WebhookHandler {
  const options = second ? { ...second, secret: first as Secrets } : (first as WebhookHandlerOptions);
  const { onEvent, onError = logged, toleranceSeconds, secret } = options;
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    let event: Event;
    try {
      const body = await bytesOfRequest(request);
      event = await unwrapWebhook(body, request.headers, secret, { toleranceSeconds });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ code: error.reason, detail: error.message }, { status: 400 });
    }
    try {
      await onEvent(event);
    } catch (error) {
      onError(error, event);
      return new Response(null, { status: 500 });
    }
    return new Response(null, { status: 204 });
  };
}

function logged(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an unhandled error must not be lost
  console.error(error);
}
