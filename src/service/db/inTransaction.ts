import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { WakeSignals } from './WakeSignal.ts';

/** Runs some work in one transaction; after its commit the loops that have something to do are woken. */
export async function inTransaction<T>(
  { db, wake }: { db: Kysely<Database>; wake: WakeSignals },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let transaction: Transaction<Database> | undefined;
  const result = await db.transaction().execute((tx) => {
    transaction = tx;
    return work(tx);
  });
  for (const signal of [wake.jobs, wake.deliveries]) signal.ring(transaction!);
  return result;
}
