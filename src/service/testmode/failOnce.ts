import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { idempotencyKeys } from '../db/store/idempotencyKeys.ts';
import { forcedBy, forcedByName } from './forcedBy.ts';

const DAY_MS = 86_400_000;

/**
 * Fails once for each Idempotency-Key if the family name forces it. The failure is stored with the idempotent answers,
 * so that it counts for all processes.
 * @throws {ApiError} `unavailable`.
 */
export async function failOnce(
  context: ServiceContext,
  { mode, familyName, key }: { mode: Mode; familyName: string; key: string },
): Promise<void> {
  if (!forcedBy(forcedByName(mode, familyName)).failsOnce) return;
  const now = context.clock();
  const owner = `test ${familyName}`;
  const mark = context.vault.fingerprint(purposes.idempotencyKey(owner), key);
  const record = { owner, key: mark, fingerprint: '' };
  const expires_at = new Date(now.getTime() + DAY_MS);
  const isFirst = await inTransaction(context, (tx) =>
    idempotencyKeys.take(tx, { ...record, expires_at }, now),
  );
  if (isFirst)
    throw new ApiError('unavailable', {
      detail: 'The family name forces this failure in test mode. Send the request again.',
    });
}
