import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Database } from './schema.ts';

/** Runs some work in one transaction; after its commit the loops that have something to do are woken. */
export async function inTransaction<T>(
  { db, bells }: Pick<Deps, 'db' | 'bells'>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(work);
  bells.jobs.ring();
  bells.deliveries.ring();
  return result;
}
