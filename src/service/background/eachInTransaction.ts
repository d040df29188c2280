import type { Kysely } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fault } from '../fault.ts';

/** Does something with each of some cases, in a transaction of its own. One that is damaged is named, and the others go on. */
export async function eachInTransaction(
  deps: Deps,
  found: readonly { id: string }[],
  work: (tx: Kysely<Database>, id: string) => Promise<void>,
): Promise<void> {
  for (const { id } of found) {
    try {
      await inTransaction(deps, (tx) => work(tx, id));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      deps.log.error('case not swept', { id, ...fault(error) });
    }
  }
}
