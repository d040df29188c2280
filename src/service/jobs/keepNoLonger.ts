import { redactCase } from '../cases/redactCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { retention } from '../db/store/retention.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

/**
 * Deletes pictures and personal details whose time, counted from the end of their case, is over. Those of a screening
 * without a case count from the screening.
 */
export async function keepNoLonger(deps: Deps): Promise<void> {
  const { biometricsDays, detailsDays } = deps.config.retention;
  const before = (days: number) => new Date(deps.clock().getTime() - days * DAY_MS);
  await retention.deletePictures(deps.db, before(biometricsDays));
  await retention.emptyScreenings(deps.db, before(detailsDays), BATCH);
  for (const { id } of await retention.endedCases(deps.db, before(detailsDays), BATCH)) {
    await inTransaction(deps, async (tx) => {
      const row = await cases.lockById(tx, id);
      if (row?.data_key) await redactCase(deps, tx, row);
    });
  }
}
