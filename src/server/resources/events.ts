import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Delivery, Event, Redeliver } from '../../contract/events.ts';
import type { ListEvents, Page, Paging } from '../../contract/page.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** What happened in the last 90 days, and whether it was delivered. */
export function eventsOf(send: Transport) {
  return {
    list: (query?: Partial<ListEvents>, options?: RequestOptions) =>
      send<Page<Event>>(endpoints.listEvents, { query: { ...query }, ...options }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<Event>(endpoints.retrieveEvent, { params: { id }, ...options }),
    /** Attempt by attempt. */
    deliveries: (id: string, query?: Partial<Paging>, options?: RequestOptions) =>
      send<Page<Delivery>>(endpoints.listDeliveries, { params: { id }, query: { ...query }, ...options }),
    /** Once more, to all endpoints that want it or to one. */
    redeliver: (id: string, body: Redeliver = {}, options?: PostOptions) =>
      send<Event>(endpoints.redeliverEvent, { params: { id }, body, ...options }),
  };
}
