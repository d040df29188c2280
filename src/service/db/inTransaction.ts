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

/** Runs some work in one transaction; after its commit erased keys are destroyed, and loops with something to do woken. */
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

/** The same for work that is one `pipelinedTransaction`, which makes a transaction of its own. */
export async function ringAfter<T>(waking: Waking, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
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
