import type { Kysely, Selectable } from 'kysely';
import { generateWebhookSecret } from '../../contract/webhookSignature.ts';
import type { Context } from '../context.ts';
import type { Database, WebhookEndpointsTable } from '../db/schema.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { webhookSecrets } from './webhookSecrets.ts';

type Row = Selectable<WebhookEndpointsTable>;

/** How long the secret before signs too, so that receivers can change over without missing anything. */
const OVERLAP_MS = 86_400_000;

/** Gives an endpoint a new secret. One rotation at a time: of two within 24 hours the first secret ends at once. */
export async function rotateSecret(
  { clock, vault }: Context,
  tx: Kysely<Database>,
  { id, mode, secret: previous }: Row,
): Promise<{ row: Row; secret: string }> {
  const now = clock();
  const secret = generateWebhookSecret();
  const row = await webhookEndpoints.update(tx, mode, id, {
    secret: webhookSecrets.seal(vault, id, secret),
    previous_secret: previous,
    previous_secret_until: new Date(now.getTime() + OVERLAP_MS),
    updated_at: now,
  });
  return { row: row!, secret };
}
