import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { Database } from '../db/schema.ts';
import { deliveries } from '../db/store/deliveries.ts';
import { type EventRow, events } from '../db/store/events.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { sampleEventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import { viewEvent } from '../events/viewEvent.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { deliveryCursor, viewDelivery } from '../webhooks/viewWebhookEndpoint.ts';

export const eventRoutes = {
  listEvents: async ({ deps, tx, caller, query: { cursor: from, limit, ...filter } }) => {
    const before = from === undefined ? null : cursor.read('evt', from);
    const rows = await events.list(tx, caller.mode, { ...filter, limit: limit + 1 }, before);
    return { body: cursor.page(rows, limit, (row) => viewEvent(deps.vault, row)) };
  },

  retrieveEvent: async ({ deps, tx, caller, params }) => {
    return { body: viewEvent(deps.vault, await find(tx, caller.mode, params['id']!)) };
  },

  listDeliveries: async ({ tx, caller, params, query: { cursor: from, limit } }) => {
    const event = await find(tx, caller.mode, params['id']!);
    const before = from === undefined ? null : deliveryCursor.read(from);
    const rows = await deliveries.listOfEvent(tx, event, limit + 1, before);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore ? deliveryCursor.write(page[limit - 1]!) : null;
    return { body: { data: page.map(viewDelivery), hasMore, nextCursor } };
  },

  redeliverEvent: async ({ deps, tx, caller: { mode }, params, body: { endpointId } }) => {
    const event = await find(tx, mode, params['id']!);
    if (endpointId !== undefined && !(await webhookEndpoints.find(tx, mode, endpointId))) {
      throw new ApiError('resource_not_found', {
        detail: 'There is no such webhook endpoint. Check its id.',
      });
    }
    const planned = await deliveries.plan(tx, event, deps.clock(), endpointId ?? null);
    if (planned > 0) deps.wake.deliveries.markDirty(tx);
    return { caseId: event.case_id || null, body: viewEvent(deps.vault, event) };
  },

  emitTestEvent: async ({ deps, tx, caller: { mode }, body: { type } }) => {
    const at = deps.clock();
    const id = await newEvent(deps, tx, { mode, type, at, data: sampleEventData(type, at), owner: null });
    return { caseId: null, body: viewEvent(deps.vault, await find(tx, mode, id)) };
  },
} satisfies Partial<Handlers>;

/** @throws {ApiError} if the mode has no such event. */
async function find(tx: Kysely<Database>, mode: Mode, id: string): Promise<EventRow> {
  const row = isId('evt', id) ? await events.find(tx, mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  return row;
}
