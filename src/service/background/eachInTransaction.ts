import type { Kysely } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Database, QuarantinedWork } from '../db/schema.ts';
import { quarantine } from '../db/store/quarantine.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';

/** How long a damaged row is put aside. */
const RETRY_MS = 6 * 3_600_000;

/**
 * Processes each row in a transaction of its own. A damaged row is logged, put aside and tried again hours later, so
 * that it does not block the others.
 */
export async function eachInTransaction<Found extends { id: string }>(
  deps: Deps,
  work: QuarantinedWork,
  rows: readonly Found[],
  run: (tx: Kysely<Database>, one: Found) => Promise<unknown>,
): Promise<void> {
  const wasAside = await quarantine.among(
    deps.db,
    work,
    rows.map(({ id }) => id),
  );
  for (const one of rows) {
    const { id } = one;
    try {
      await inTransaction(deps, async (tx) => {
        await run(tx, one);
        if (wasAside.has(id)) await quarantine.remove(tx, work, id);
      });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      const loggable = errorForLog(error);
      deps.log.error('quarantined', { work, id, ...loggable });
      const at = deps.clock();
      const retry_at = new Date(at.getTime() + RETRY_MS);
      const reason = String(loggable['code'] ?? loggable['error']);
      await quarantine.put(deps.db, { work, subject: id, error: reason, at, retry_at });
    }
  }
}
