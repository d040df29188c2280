import type { Kysely, Selectable } from 'kysely';
import { generateWebhookSecret } from '../../contract/webhookSignature.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database, WebhookEndpointsTable } from '../db/schema.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';

type Sealed = Pick<Selectable<WebhookEndpointsTable>, 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Stored secrets of endpoints, each sealed for its own endpoint. */
export const webhookSecrets = {
  seal: (vault: Vault, endpointId: string, secret: string): Uint8Array =>
    vault.sealShared(purposes.webhookSecret(endpointId), secret),

  /** The secrets that currently sign: the newest first, followed by the previous one during a rotation. */
  open: (vault: Vault, endpointId: string, row: Sealed, now: Date): string[] => {
    const rotating = row.previous_secret_until !== null && row.previous_secret_until > now;
    const sealedSecrets = [row.secret, ...(rotating && row.previous_secret ? [row.previous_secret] : [])];
    return sealedSecrets.map((sealed) =>
      vault.openShared(purposes.webhookSecret(endpointId), sealed).toString(),
    );
  },
};

type Row = Selectable<WebhookEndpointsTable>;

/** How long the previous secret also signs after a rotation, so that receivers can switch without missing an event. */
const OVERLAP_MS = 86_400_000;

/**
 * Rotates the secret of an endpoint. Only one previous secret is kept: a second rotation within 24 hours ends the
 * oldest secret at once.
 */
export async function rotateSecret(
  { clock, vault }: ServiceContext,
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
