import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Delivery, Event, Redeliver } from '../../contract/events.ts';
import type { ListEvents, Paging } from '../../contract/page.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** The events of the last 90 days, and their deliveries. */
export function eventsOf(send: Transport) {
  return {
    /** Newest first. Awaited: one page; with `for await`: every event. */
    list: (query: Partial<ListEvents> = {}, options?: RequestOptions) =>
      pagedList<Event>(
        (cursor) => send(endpoints.listEvents, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    retrieve: (id: string, options?: RequestOptions) =>
      send<Event>(endpoints.retrieveEvent, { params: { id }, ...options }),
    /** Each attempt to deliver an event, newest first. Awaited: one page; with `for await`: every attempt. */
    listDeliveries: (id: string, query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<Delivery>(
        (cursor) =>
          send(endpoints.listDeliveries, { params: { id }, query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** Delivers an event again: to all subscribed endpoints, or to one. */
    redeliver: (id: string, body: Redeliver = {}, options?: PostOptions) =>
      send<Event>(endpoints.redeliverEvent, { params: { id }, body, ...options }),
  };
}
