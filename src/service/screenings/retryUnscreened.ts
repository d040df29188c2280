import { inTransaction } from '../db/inTransaction.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { enqueueMonitoring } from './monitorCases.ts';
import type { ScreeningContext } from './screeningContext.ts';

/**
 * Screens watches again that could not be screened because a required list lacked, once it is there: the lists in use
 * may be the same as before. Cases are retried by their own job, or by a reviewer.
 */
export async function retryUnscreened(
  context: Pick<ScreeningContext, 'db' | 'wake' | 'erasure' | 'clock' | 'config'>,
  version: string,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    if (await amlWatches.retryUnavailable(tx)) await enqueueMonitoring(context, tx, version);
  });
}
