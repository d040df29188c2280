import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Delivery, Event, Redeliver } from '../../contract/events.ts';
import type { ListEvents, Paging } from '../../contract/page.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** What happened in the last 90 days, and whether it was delivered. */
export function eventsOf(send: Transport) {
  return {
    /** Newest first: awaited, one page; with `for await`, every event. */
    list: (query: Partial<ListEvents> = {}, options?: RequestOptions) =>
      pagedList<Event>(
        (cursor) => send(endpoints.listEvents, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    retrieve: (id: string, options?: RequestOptions) =>
      send<Event>(endpoints.retrieveEvent, { params: { id }, ...options }),
    /** Each attempt to deliver an event, newest first: awaited, one page; with `for await`, every attempt. */
    listDeliveries: (id: string, query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<Delivery>(
        (cursor) =>
          send(endpoints.listDeliveries, { params: { id }, query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** Once more, to all endpoints that want it or to one. */
    redeliver: (id: string, body: Redeliver = {}, options?: PostOptions) =>
      send<Event>(endpoints.redeliverEvent, { params: { id }, body, ...options }),
  };
}
