import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Event } from '../../contract/events.ts';
import type { Paging } from '../../contract/page.ts';
import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  RecoverWebhooks,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookRecovery,
} from '../../contract/webhookEndpoint.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** The endpoints that receive webhooks. */
export function webhookEndpointsOf(send: Transport) {
  return {
    /** The response shows the secret only this once. */
    create: (body: CreateWebhookEndpoint, options?: PostOptions) =>
      send<CreatedWebhookEndpoint>(endpoints.createWebhookEndpoint, { body, ...options }),
    /** Newest first. Awaited: one page; with `for await`: every endpoint. */
    list: (query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<WebhookEndpoint>(
        (cursor) => send(endpoints.listWebhookEndpoints, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    retrieve: (id: string, options?: RequestOptions) =>
      send<WebhookEndpoint>(endpoints.retrieveWebhookEndpoint, { params: { id }, ...options }),
    update: (id: string, body: UpdateWebhookEndpoint, options?: RequestOptions) =>
      send<WebhookEndpoint>(endpoints.updateWebhookEndpoint, { params: { id }, body, ...options }),
    delete: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.deleteWebhookEndpoint, { params: { id }, ...options }),
    /** Creates a new secret, shown only this once. The previous one also signs for 24 hours. */
    rotateSecret: (id: string, options?: PostOptions) =>
      send<CreatedWebhookEndpoint>(endpoints.rotateWebhookSecret, { params: { id }, ...options }),
    /** Delivers the events that the endpoint has missed since a given time. */
    recover: (id: string, body: RecoverWebhooks, options?: PostOptions) =>
      send<WebhookRecovery>(endpoints.recoverWebhooks, { params: { id }, body, ...options }),
    /** Sends an event `webhook.test` to the endpoint. */
    test: (id: string, options?: PostOptions) =>
      send<Event>(endpoints.testWebhookEndpoint, { params: { id }, ...options }),
  };
}
