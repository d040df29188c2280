import type { Kysely } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Database, QuarantinedWork } from '../db/schema.ts';
import { quarantine } from '../db/store/quarantine.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';

/** How long a damaged row stays in quarantine before it is tried again. */
const RETRY_MS = 6 * 3_600_000;

/**
 * Processes each row in its own transaction. A damaged row is logged and put in quarantine for some hours, so that it
 * does not block the others.
 * @returns how many rows were put there.
 */
export async function eachInTransaction<Row extends { id: string }>(
  deps: Deps,
  work: QuarantinedWork,
  rows: readonly Row[],
  run: (tx: Kysely<Database>, row: Row) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  const quarantined = await quarantine.among(
    deps.db,
    work,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const { id } = row;
    try {
      await inTransaction(deps, async (tx) => {
        await run(tx, row);
        if (quarantined.has(id)) await quarantine.remove(tx, work, id);
      });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      const loggable = errorForLog(error);
      deps.log.error('quarantined', { work, id, ...loggable });
      const at = deps.clock();
      const retry_at = new Date(at.getTime() + RETRY_MS);
      const reason = String(loggable['code'] ?? loggable['error']);
      await quarantine.put(deps.db, { work, subject: id, error: reason, at, retry_at });
      failed += 1;
    }
  }
  return failed;
}
