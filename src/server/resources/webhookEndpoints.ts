import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Event } from '../../contract/events.ts';
import type { Page, Paging } from '../../contract/page.ts';
import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  RecoverWebhooks,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookRecovery,
} from '../../contract/webhookEndpoint.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** Where webhooks go. */
export function webhookEndpointsOf(send: Transport) {
  return {
    /** The secret of the answer is shown this once. */
    create: (body: CreateWebhookEndpoint, options?: PostOptions) =>
      send<CreatedWebhookEndpoint>(endpoints.createWebhookEndpoint, { body, ...options }),
    list: (query?: Partial<Paging>, options?: RequestOptions) =>
      send<Page<WebhookEndpoint>>(endpoints.listWebhookEndpoints, { query: { ...query }, ...options }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<WebhookEndpoint>(endpoints.retrieveWebhookEndpoint, { params: { id }, ...options }),
    update: (id: string, body: UpdateWebhookEndpoint, options?: RequestOptions) =>
      send<WebhookEndpoint>(endpoints.updateWebhookEndpoint, { params: { id }, body, ...options }),
    delete: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.deleteWebhookEndpoint, { params: { id }, ...options }),
    /** Gives it a new secret, shown this once; the one before signs too for 24 hours. */
    rotateSecret: (id: string, options?: PostOptions) =>
      send<CreatedWebhookEndpoint>(endpoints.rotateWebhookSecret, { params: { id }, ...options }),
    /** Delivers what it has missed since a time. */
    recover: (id: string, body: RecoverWebhooks, options?: PostOptions) =>
      send<WebhookRecovery>(endpoints.recoverWebhooks, { params: { id }, body, ...options }),
    /** Sends it an event `webhook.test`. */
    test: (id: string, options?: PostOptions) =>
      send<Event>(endpoints.testWebhookEndpoint, { params: { id }, ...options }),
  };
}
