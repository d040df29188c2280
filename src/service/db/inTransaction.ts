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
    waking.db.transaction().execute(async (tx) => {
      transaction = tx;
      const steps: Steps = { before: [], after: [] };
      stepsOf.set(tx, steps);
      const done = await work(tx);
      for (const step of steps.before) await step(tx);
      return done;
    }),
  );
  await notifyAfterCommit(waking, transaction!);
  for (const step of stepsOf.get(transaction!)?.after ?? []) step();
  return result;
}

/** The last steps of a transaction, and those after its commit. */
interface Steps {
  before: ((tx: Kysely<Database>) => Promise<void>)[];
  after: (() => unknown)[];
}

const stepsOf = new WeakMap<Kysely<Database>, Steps>();

/**
 * Runs a step as the last one of a transaction of `inTransaction`, in a new one if `tx` is none, and at once in any
 * other.
 */
export async function beforeCommit(
  waking: Waking,
  tx: Kysely<Database>,
  step: (tx: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const steps = stepsOf.get(tx);
  if (steps) steps.before.push(step);
  else if (tx.isTransaction) await step(tx);
  else await inTransaction(waking, step);
}

/** Runs a step after the commit of a transaction of `inTransaction`, without waiting for it; never in any other. */
export function afterCommit(tx: Kysely<Database>, step: () => unknown): void {
  stepsOf.get(tx)?.after.push(step);
}

async function notifyAfterCommit(
  { db, wake, erasure }: Waking,
  transaction: Kysely<Database>,
): Promise<void> {
  for (const signal of [wake.jobs, wake.deliveries, wake.handoffs]) signal.notifyAfterCommit(transaction);
  await erasure?.afterCommit(db, transaction);
}
