import { type Event, type IdvClient, webhookHandler } from 'idv-verify/server';

/** A webhook receiver that registers itself. */
export interface WebhookReceiver {
  handle: (request: Request) => Promise<Response>;
  /** Registers the URL and replaces an earlier registration, whose secret is lost. */
  register: (url: string) => Promise<void>;
  isRegistered: () => boolean;
}

/** Creates a receiver. Until it is registered it responds with 503, so that early webhooks are delivered again. */
export function receiveWebhooks(idv: IdvClient, onEvent: (event: Event) => void): WebhookReceiver {
  let handler: ((request: Request) => Promise<Response>) | null = null;
  return {
    handle: async (request) => handler?.(request) ?? new Response(null, { status: 503 }),
    isRegistered: () => handler !== null,
    register: async (url) => {
      for await (const old of idv.webhookEndpoints.list())
        if (old.url === url) await idv.webhookEndpoints.delete(old.id);
      const { secret } = await idv.webhookEndpoints.create({ url, description: 'Larkspur, the demo' });
      handler = webhookHandler(secret, {
        onEvent,
        onError: (error, { id }) => process.stderr.write(`Webhook ${id}: ${error}\n`),
      });
    },
  };
}
