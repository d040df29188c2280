import type { Kysely, Transaction } from 'kysely';
import { onFreshPlans } from './onFreshPlans.ts';
import type { Database } from './schema.ts';
import type { WakeSignals } from './WakeSignal.ts';

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
  const result = await onFreshPlans(() =>
    waking.db.transaction().execute((tx) => {
      transaction = tx;
      return work(tx);
    }),
  );
  ring(waking, transaction!);
  return result;
}

/** The same for work that is one `atOnce`, which makes a transaction of its own. */
export async function ringAfter<T>(waking: Waking, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const result = await work(waking.db);
  ring(waking, waking.db);
  return result;
}

function ring({ wake }: Waking, transaction: Kysely<Database>): void {
  for (const signal of [wake.jobs, wake.deliveries]) signal.ring(transaction);
}
