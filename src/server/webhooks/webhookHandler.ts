import type { Event } from '../../contract/events.ts';
import { bytesOfRequest, checkedSecrets, WebhookVerificationError } from './verifyWebhook.ts';
import { unwrapWebhook } from './webhooks.ts';

export interface WebhookHandlerOptions {
  /**
   * Called for every verified event, and awaited: the answer is 204 after it, and 500 if it throws, so that the event
   * comes again. Events come at least once and in any order: keep their `id`, and compare `data.version`.
   */
  onEvent: (event: Event) => unknown;
  /** Hears what `onEvent` threw; `console.error` if not given. */
  onError?: ((error: unknown, event: Event) => void) | undefined;
  /** 1–3600; 300 if not given. */
  toleranceSeconds?: number | undefined;
}

/**
 * Makes the handler of a webhook receiver.
 * @param secret as it was shown at registration; several while one replaces another. It is checked at the first request,
 *   so that a build without secrets can import what makes a handler: until it is a webhook secret, each request rejects with
 *   a TypeError that says so.
 */
export function webhookHandler(
  secret: string | readonly string[] | undefined,
  { onEvent, onError = logged, toleranceSeconds }: WebhookHandlerOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const secrets = checkedSecrets(secret);
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    let event: Event;
    try {
      const body = await bytesOfRequest(request);
      event = await unwrapWebhook(body, request.headers, secrets, { toleranceSeconds });
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
  // biome-ignore lint/suspicious/noConsole: an error that nobody listens for must not vanish
  console.error(error);
}
