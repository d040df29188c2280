import type { Kysely, Transaction } from 'kysely';
import type { KeyErasure } from './KeyErasure.ts';
import { retryOnStalePlan } from './retryOnStalePlan.ts';
import type { Database } from './schema.ts';
import type { WakeSignals } from './WakeChannel.ts';

interface Waking {
  db: Kysely<Database>;
  wake: WakeSignals;
  erasure: KeyErasure | null;
}

/**
 * Runs `work` in a transaction. After the commit, destroys the data keys that it erased, and wakes the background loops
 * for which it created work.
 */
export async function inTransaction<T>(
  waking: Waking,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let transaction: Transaction<Database> | undefined;
  const result = await retryOnStalePlan(() =>
    waking.db.transaction().execute((tx) => {
      transaction = tx;
      return work(tx);
    }),
  );
  await notifyAfterCommit(waking, transaction!);
  return result;
}

/**
 * Runs `work` outside `inTransaction`, with the same steps after it. For work that is one `pipelinedTransaction`, which
 * is a transaction itself.
 */
export async function outsideTransaction<T>(
  waking: Waking,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const result = await work(waking.db);
  await notifyAfterCommit(waking, waking.db);
  return result;
}

async function notifyAfterCommit(
  { db, wake, erasure }: Waking,
  transaction: Kysely<Database>,
): Promise<void> {
  for (const signal of [wake.jobs, wake.deliveries]) signal.notifyAfterCommit(transaction);
  await erasure?.afterCommit(db, transaction);
}
