import { redactCase } from '../cases/redactCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import { cases } from '../db/store/cases.ts';
import { retention } from '../db/store/retention.ts';
import type { Deps } from '../deps.ts';
import { eachInTransaction } from './eachInTransaction.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

/**
 * Deletes a part of the pictures and personal details whose time, counted from the end of their case, is over. Those of
 * a screening without a case count from the screening. @returns whether there are more.
 */
export async function applyRetention(deps: Deps): Promise<boolean> {
  const { biometricsDays, detailsDays } = deps.config.retention;
  const before = (days: number) => new Date(deps.clock().getTime() - days * DAY_MS);
  const pictures = { by: before(biometricsDays), now: deps.clock(), limit: BATCH };
  const deleted = await inTransaction(deps, (tx) => retention.deletePictures(tx, pictures));
  await retention.emptyScreenings(deps.db, before(detailsDays), BATCH);
  await amlBatches.deleteExpired(deps.db, deps.clock(), BATCH);
  const by = before(detailsDays);
  const ended = await retention.endedCases(deps.db, by, BATCH);
  await eachInTransaction(deps, ended, async (tx, id) => {
    const row = await cases.lockById(tx, id);
    // Monitoring or a reviewer may have opened it again meanwhile.
    if (row?.ended_at && row.ended_at <= by) await redactCase(deps, tx, row);
  });
  return ended.length === BATCH || deleted === BATCH;
}
