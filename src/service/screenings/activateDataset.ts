import type { Dataset } from '../../screening/screening.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { monitoringDays } from '../db/store/monitoringDays.ts';
import { enqueueMonitoring } from './monitorCases.ts';
import { type ListLimits, requireWholeLists, type SourcedList } from './requireWholeLists.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** A dataset that a process is going to use. */
export interface NextDataset {
  version: Dataset['version'];
  lists: readonly SourcedList[];
  limits: ListLimits;
  /** The number of the dataset that this process used before; `null` after a start. */
  previous: number | null;
}

/**
 * Registers a dataset before it is used, and starts monitoring of cases if it is the newest. The first process that
 * registers it assigns its number; lists that return to earlier content count as newest again,
 * also if that happened while the service was stopped.
 * @returns its number
 * @throws {RefusedLists} if some of its lists shrank beyond their limit
 */
export async function activateDataset(
  context: Pick<ScreeningContext, 'db' | 'wake' | 'erasure' | 'clock' | 'config'>,
  { version, lists, limits, previous }: NextDataset,
): Promise<number> {
  return await inTransaction(context, async (tx) => {
    await amlDatasets.lock(tx);
    await requireWholeLists(tx, lists, limits, context.clock());
    let number = await amlDatasets.numberOf(tx, version);
    const before = previous ?? (await amlDatasets.newest(tx));
    if (number === null || (before !== null && number < before)) {
      number = await amlDatasets.putNewest(tx, version, context.clock());
    }
    if (number === (await amlDatasets.newest(tx))) {
      await monitoringDays.start(tx, { number, version, at: context.clock() });
      await enqueueMonitoring(context, tx, version);
    }
    return number;
  });
}
