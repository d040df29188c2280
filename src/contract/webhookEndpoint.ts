import * as z from 'zod/mini';
import { EventType } from './events.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { GivenTimestamp, Timestamp, text } from './scalars.ts';

/** An absolute URL. The service checks its target at registration and at every delivery. */
const WebhookUrl = text(2048).check(z.refine((value) => URL.canParse(value), { error: 'url_invalid' }));

/** The types of events to deliver; `["*"]` for all. */
const EventTypes = z
  .array(z.union([z.literal('*'), EventType]))
  .check(z.minLength(1, { error: 'required' }), z.maxLength(50, { error: 'too_long' }));

export const CreateWebhookEndpoint = z.strictObject({
  url: WebhookUrl,
  eventTypes: z.optional(EventTypes),
  description: z.optional(text(500, 0)),
});
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = z.strictObject({
  url: z.optional(WebhookUrl),
  eventTypes: z.optional(EventTypes),
  description: z.optional(text(500, 0)),
  status: z.optional(z.enum(['enabled', 'disabled'])),
});
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const WebhookEndpoint = z.object({
  id: idSchema('we'),
  object: z.literal('webhook_endpoint'),
  mode: Mode,
  url: z.string(),
  eventTypes: z.array(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(['enabled', 'disabled']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The response of a registration. It shows the secret only this once. */
export const CreatedWebhookEndpoint = z.extend(WebhookEndpoint, { secret: z.string() });
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>;

/** The body of POST /webhook-endpoints/:id/recover. */
export const RecoverWebhooks = z.strictObject({ since: GivenTimestamp });
export type RecoverWebhooks = z.infer<typeof RecoverWebhooks>;

/** The number of missed events that will be delivered to an endpoint. */
export const WebhookRecovery = z.object({
  object: z.literal('webhook_recovery'),
  endpointId: idSchema('we'),
  since: Timestamp,
  events: z.int(),
});
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;
