import type { Selectable } from 'kysely';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { WebhookEndpointsTable } from '../db/schema.ts';

type Sealed = Pick<Selectable<WebhookEndpointsTable>, 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Secrets of endpoints as they are stored: sealed, each for its own endpoint. */
export const webhookSecrets = {
  seal: (vault: Vault, endpointId: string, secret: string): Uint8Array =>
    vault.sealShared(purposes.webhookSecret(endpointId), secret),

  /** Those that sign now: the newest first, and while a rotation lasts the one before it. */
  open: (vault: Vault, endpointId: string, row: Sealed, now: Date): string[] => {
    const rotating = row.previous_secret_until !== null && row.previous_secret_until > now;
    const boxes = [row.secret, ...(rotating && row.previous_secret ? [row.previous_secret] : [])];
    return boxes.map((box) => vault.openShared(purposes.webhookSecret(endpointId), box).toString());
  },
};
