import { ApiError } from '../apiError.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { idempotencyKeys } from '../db/store/idempotencyKeys.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 86_400_000;

/**
 * Test mode: the details of `IDVTEST_ERROR_503` fail once for each Idempotency-Key. That it failed is kept beside the
 * answers, so that it holds for all processes.
 * @throws {ApiError} `unavailable`.
 */
export async function failOnceForTest(deps: Deps, familyName: string, key: string): Promise<void> {
  if (familyName !== 'IDVTEST_ERROR_503') return;
  const now = deps.clock();
  const record = { owner: 'test IDVTEST_ERROR_503', key, fingerprint: '' };
  const expires_at = new Date(now.getTime() + DAY_MS);
  const isFirst = await inTransaction(deps, (tx) => idempotencyKeys.take(tx, { ...record, expires_at }, now));
  if (isFirst) throw new ApiError('unavailable', { detail: 'The family name asked for this failure.' });
}
