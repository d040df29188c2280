import type { Event } from '../../contract/events.ts';
import { bytesOfRequest, type Secrets, WebhookVerificationError } from './verifyWebhook.ts';
import { unwrapWebhook } from './webhooks.ts';

export interface WebhookHandlerOptions {
  /**
   * Called and awaited for every verified event. Afterwards the response is 204; if it throws, 500, so that the event
   * is delivered again. Delivery is at least once and in any order: store `event.id` together with the effect, and
   * compare `data.version`.
   */
  onEvent: (event: Event) => unknown;
  /** Called with an error of `onEvent`; default: `console.error`. */
  onError?: ((error: unknown, event: Event) => void) | undefined;
  /** 1–3600; default 300. */
  toleranceSeconds?: number | undefined;
  /**
   * The secret shown at registration, or several during a rotation; default: the environment variable
   * `IDV_WEBHOOK_SECRET`.
   */
  secret?: Secrets;
}

export type WebhookHandler = (request: Request) => Promise<Response>;

/**
 * Makes the handler of a webhook receiver. The secret is checked at the first request, which rejects with IdvError
 * `secret_malformed` if it is missing or malformed, so that a build without secrets can import the handler.
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
