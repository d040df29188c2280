import type { Kysely, Selectable } from 'kysely';
import { isId, newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { generateWebhookSecret } from '../../contract/webhookSignature.ts';
import { ApiError } from '../ApiError.ts';
import type { Database, WebhookEndpointsTable } from '../db/schema.ts';
import { deliveries } from '../db/store/deliveries.ts';
import { events } from '../db/store/events.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import type { Deps } from '../deps.ts';
import { sampleEventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import { viewEvent } from '../events/viewEvent.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { disableEndpoint } from '../webhooks/recordAttempt.ts';
import { viewWebhookEndpoint } from '../webhooks/viewWebhookEndpoint.ts';
import { isWebhookUrlAllowed } from '../webhooks/webhookAddresses.ts';
import { rotateSecret, webhookSecrets } from '../webhooks/webhookSecrets.ts';

export const webhookEndpointRoutes = {
  createWebhookEndpoint: async ({ deps, tx, caller: { mode }, body }) => {
    requireAllowed(deps, mode, body.url);
    const now = deps.clock();
    const id = newId('we', now.getTime());
    const secret = generateWebhookSecret();
    const row = await webhookEndpoints.insert(tx, {
      id,
      mode,
      url: body.url,
      event_types: JSON.stringify(body.eventTypes ?? ['*']),
      description: body.description ?? null,
      status: 'enabled',
      secret: webhookSecrets.seal(deps.vault, id, secret),
      previous_secret: null,
      previous_secret_until: null,
      created_at: now,
      updated_at: now,
    });
    return {
      caseId: null,
      body: { ...viewWebhookEndpoint(row), secret },
      headers: { Location: `${deps.baseUrl}/webhook-endpoints/${id}` },
    };
  },

  listWebhookEndpoints: async ({ tx, caller, query: { cursor: from, limit } }) => {
    const before = from === undefined ? null : cursor.read('we', from);
    const rows = await webhookEndpoints.list(tx, caller.mode, limit + 1, before);
    return { body: cursor.page(rows, limit, viewWebhookEndpoint) };
  },

  retrieveWebhookEndpoint: async ({ tx, caller, params }) => {
    return { body: viewWebhookEndpoint(await find(tx, caller.mode, params['id']!)) };
  },

  updateWebhookEndpoint: async ({ deps, tx, caller: { mode }, params, body }) => {
    const { id } = await find(tx, mode, params['id']!);
    if (body.url !== undefined) requireAllowed(deps, mode, body.url);
    if (body.status === 'disabled') await disableEndpoint(deps, tx, id, 'by_request');
    const row = await webhookEndpoints.update(tx, mode, id, {
      ...(body.url !== undefined && { url: body.url }),
      ...(body.eventTypes && { event_types: JSON.stringify(body.eventTypes) }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.status && { status: body.status, failing_since: null }),
      updated_at: deps.clock(),
    });
    if (!row) throw new ApiError('resource_not_found');
    return { body: viewWebhookEndpoint(row) };
  },

  deleteWebhookEndpoint: async ({ deps, tx, caller, params }) => {
    const { id } = await find(tx, caller.mode, params['id']!);
    await webhookEndpoints.delete(tx, caller.mode, id, deps.clock());
    return {};
  },

  rotateWebhookSecret: async ({ deps, tx, caller: { mode }, params }) => {
    const { row, secret } = await rotateSecret(deps, tx, await find(tx, mode, params['id']!));
    return { caseId: null, body: { ...viewWebhookEndpoint(row), secret } };
  },

  recoverWebhooks: async ({ deps, tx, caller: { mode }, params, body }) => {
    const endpoint = await find(tx, mode, params['id']!);
    const since = new Date(body.since);
    const missed = await deliveries.recover(tx, endpoint, { since, now: deps.clock() });
    if (missed > 0) deps.wake.deliveries.markDirty(tx);
    const { id: endpointId } = endpoint;
    const result = { endpointId, since: since.toISOString(), events: missed };
    return { caseId: null, body: { object: 'webhook_recovery' as const, ...result } };
  },

  testWebhookEndpoint: async ({ deps, tx, caller: { mode }, params }) => {
    const endpoint = await find(tx, mode, params['id']!);
    const at = deps.clock();
    const data = sampleEventData('webhook.test', at);
    const id = await newEvent(deps, tx, { mode, type: 'webhook.test', at, data, owner: null }, endpoint.id);
    return { caseId: null, body: viewEvent(deps.vault, (await events.find(tx, mode, id))!) };
  },
} satisfies Partial<Handlers>;

/** @throws {ApiError} if the mode has no such endpoint. */
async function find(
  tx: Kysely<Database>,
  mode: Mode,
  id: string,
): Promise<Selectable<WebhookEndpointsTable>> {
  const row = isId('we', id) ? await webhookEndpoints.find(tx, mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  return row;
}

function requireAllowed({ config }: Deps, mode: Mode, url: string): void {
  const allowLoopback = testModeRules.allowsLoopback(mode, config);
  if (isWebhookUrlAllowed(url, { allowLoopback })) return;
  const detail =
    'The URL must be https on port 443 or from 1024 up, without user info and fragment, with a public address.';
  const errors = [{ pointer: '#/url', code: 'webhook_url_not_allowed', detail }];
  throw new ApiError('webhook_url_not_allowed', { detail, errors });
}
