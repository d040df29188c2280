import type { Kysely, Transaction } from 'kysely';
import { retryOnStalePlan } from './retryOnStalePlan.ts';
import type { Database } from './schema.ts';
import type { WakeSignals } from './WakeChannel.ts';

interface Waking {
  db: Kysely<Database>;
  wake: WakeSignals;
}

/** Runs some work in one transaction; after its commit the loops that have something to do are woken. */
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
  notifyAfterCommit(waking, transaction!);
  return result;
}

/** The same for work that is one `pipelinedTransaction`, which makes a transaction of its own. */
export async function ringAfter<T>(waking: Waking, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const result = await work(waking.db);
  notifyAfterCommit(waking, waking.db);
  return result;
}

function notifyAfterCommit({ wake }: Waking, transaction: Kysely<Database>): void {
  for (const signal of [wake.jobs, wake.deliveries]) signal.notifyAfterCommit(transaction);
}
