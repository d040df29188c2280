import { inTransaction } from '../db/inTransaction.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';

/**
 * Registers a dataset before it is used, and has the cases monitored if it is the newest one. The first process that
 * has it gives it its number; lists that went back to what they were are the newest again.
 * @param previous the number of the dataset that this process used before
 * @returns its number
 */
export async function takeIntoUse(
  deps: Pick<Deps, 'db' | 'bells' | 'clock'>,
  version: string,
  previous: number | null,
): Promise<number> {
  return await inTransaction(deps, async (tx) => {
    await amlDatasets.lock(tx);
    let number = await amlDatasets.numberOf(tx, version);
    if (number === null || (previous !== null && number < previous)) {
      number = await amlDatasets.putNewest(tx, version, deps.clock());
    }
    if (number === (await amlDatasets.newest(tx))) {
      await enqueue(deps, tx, { kind: 'monitor_cases', subject: version });
    }
    return number;
  });
}
