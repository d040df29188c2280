import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Database } from '../db/schema.ts';
import { amlQuarantine } from '../db/store/amlQuarantine.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import { fault } from '../fault.ts';
import { monitorCase } from './monitorCase.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import type { ListsInUse } from './screeningLists.ts';
import { monitorWatch } from './watches/monitorWatch.ts';

/** Held at once by one node. The embedded database has one connection, for which requests would wait meanwhile. */
const BATCH = 20;

/** What a batch came to: something was done, others hold all that is left, or nothing is left. */
export type BatchEnd = 'more' | 'held' | 'done';

/**
 * Screens some of those who were not screened against a dataset yet: what another node holds is passed over. One that
 * can't be screened is put aside until the next dataset, and named; the others go on.
 */
export async function monitorBatch(context: ScreeningContext, lists: ListsInUse): Promise<BatchEnd> {
  const { number } = lists;
  const limit = context.config.databaseUrl === null ? 1 : BATCH;
  const count = await inTransaction(context, async (tx) => {
    const found = await cases.claimToMonitor(tx, number, limit);
    const claimed = found.length > 0 ? found : await amlWatches.claimToMonitor(tx, number, limit);
    if (claimed.length === 0) return 0;
    const ids = claimed.map(({ id }) => id);
    const aside = await amlQuarantine.among(tx, ids);
    const monitor = found.length > 0 ? monitorCase : monitorWatch;
    for (const id of ids) await screenOne(context, tx, { id, lists, monitor, wasAside: aside.has(id) });
    return ids.length;
  });
  if (count > 0) return 'more';
  const isLeft =
    (await cases.isToMonitor(context.db, number)) || (await amlWatches.isToMonitor(context.db, number));
  return isLeft ? 'held' : 'done';
}

interface One {
  id: string;
  lists: ListsInUse;
  monitor: typeof monitorCase;
  wasAside: boolean;
}

async function screenOne(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { id, lists, monitor, wasAside }: One,
): Promise<void> {
  await sql`savepoint one`.execute(tx);
  try {
    if (wasAside) await amlQuarantine.remove(tx, id);
    // What one was screened against that was put aside is not what its number says.
    await monitor(context, tx, id, wasAside ? { ...lists, delta: null } : lists);
    await sql`release savepoint one`.execute(tx);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    await sql`rollback to savepoint one`.execute(tx);
    await putAside(context, tx, { id, lists, error });
  }
  // Requests would wait for all of them.
  await nextTurn();
}

async function putAside(
  { clock, log }: ScreeningContext,
  tx: Kysely<Database>,
  { id, lists, error }: Pick<One, 'id' | 'lists'> & { error: unknown },
): Promise<void> {
  const told = fault(error);
  log.error('monitoring quarantined', { id, dataset: lists.index.dataset.version, ...told });
  const set = { aml_dataset: lists.number };
  if (id.startsWith('case_')) await cases.update(tx, id, set);
  else await amlWatches.update(tx, id, set);
  await amlQuarantine.put(tx, {
    subject: id,
    dataset: lists.number,
    error: String(told['code'] ?? told['error']),
    at: clock(),
  });
}
