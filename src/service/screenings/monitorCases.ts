import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Database } from '../db/schema.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import { monitoringDays } from '../db/store/monitoringDays.ts';
import { quarantine } from '../db/store/quarantine.ts';
import { enqueue, type JobRunner } from '../jobs/jobs.ts';
import { errorForLog } from '../log.ts';
import { monitorSubject } from './monitorSubject.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ListsInUse } from './screeningLists.ts';

/** Maximum duration of one run, after which other work gets a turn. */
const TURN_MS = 1000;
const REST_MS = 100;
/** Delay before checking again whether another node has finished its batch. */
const HELD_MS = 1000;
const LOOK_AGAIN_MS = 10_000;

/**
 * The job that screens open and approved cases, and watches, against a new dataset, given by its version. Several nodes
 * may run it at once. Each case stores the number of the dataset it was screened against, so that any process can
 * continue.
 */
export const monitorCases: JobRunner<ScreeningContext> = async (context, { subject }) => {
  const version = versionOf(subject);
  const current = context.lists.inUse();
  const isOurs = current?.index.dataset.version === version;
  const turnEnds = performance.now() + TURN_MS;
  let end: BatchEnd = isOurs ? 'more' : 'done';
  while (end === 'more' && performance.now() < turnEnds && context.lists.inUse() === current)
    end = await monitorBatch(context, current!);
  const retryIn = (ms: number) => ({ again: new Date(context.clock().getTime() + ms) });
  return async (tx) => {
    if (isOurs) return end === 'done' ? undefined : retryIn(end === 'held' ? HELD_MS : REST_MS);
    // Another process has loaded these lists; this one has not, or has dropped them.
    const isNewest = (await amlDatasets.numberOf(tx, version)) === (await amlDatasets.newest(tx));
    return isNewest ? retryIn(LOOK_AGAIN_MS) : undefined;
  };
};

/**
 * Rows locked at once by one node. The embedded database has one connection, for which requests would wait meanwhile.
 */
const BATCH = 20;

/** Result of a batch: some work was done, other nodes hold the rest, or nothing is left. */
type BatchEnd = 'more' | 'held' | 'done';

/**
 * Screens a batch of subjects that have not been screened against a dataset; skips those locked by another node. A
 * subject that cannot be screened is put aside until the next dataset and logged; the others continue.
 */
async function monitorBatch(context: ScreeningContext, lists: ListsInUse): Promise<BatchEnd> {
  const { number } = lists;
  const limit = context.config.databaseUrl === null ? 1 : BATCH;
  const count = await inTransaction(context, async (tx) => {
    const dueCases = await cases.claimToMonitor(tx, number, limit);
    const claimed = dueCases.length > 0 ? dueCases : await amlWatches.claimToMonitor(tx, number, limit);
    if (claimed.length === 0) return 0;
    const ids = claimed.map(({ id }) => id);
    const quarantined = await quarantine.among(tx, 'monitoring', ids);
    for (const id of ids) await screenOne(context, tx, { id, lists, wasQuarantined: quarantined.has(id) });
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
  wasQuarantined: boolean;
}

async function screenOne(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { id, lists, wasQuarantined }: One,
): Promise<void> {
  await sql`savepoint one`.execute(tx);
  try {
    if (wasQuarantined) await quarantine.remove(tx, 'monitoring', id);
    // For a subject that was put aside, the stored dataset number does not tell which lists it was screened against.
    await monitorSubject(context, tx, id, wasQuarantined ? { ...lists, delta: null } : lists);
    await sql`release savepoint one`.execute(tx);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    await sql`rollback to savepoint one`.execute(tx);
    await putAside(context, tx, { id, lists, error });
  }
  // Without this, requests would wait for all of them.
  await nextTurn();
}

async function putAside(
  { clock, log }: ScreeningContext,
  tx: Kysely<Database>,
  { id, lists, error }: Pick<One, 'id' | 'lists'> & { error: unknown },
): Promise<void> {
  const loggable = errorForLog(error);
  log.error('quarantined', { work: 'monitoring', id, dataset: lists.index.dataset.version, ...loggable });
  const set = { aml_dataset: lists.number };
  const isCase = id.startsWith('case_');
  const { mode } = isCase ? await cases.update(tx, id, set) : await amlWatches.update(tx, id, set);
  const row = {
    subject: id,
    dataset: lists.number,
    error: String(loggable['code'] ?? loggable['error']),
    at: clock(),
  };
  const { error: reason, at } = row;
  await quarantine.put(tx, { work: 'monitoring', subject: id, error: reason, at, retry_at: null });
  await monitoringDays.putAside(tx, { ...row, mode });
}

/**
 * Number of nodes that can monitor at once: each takes one of as many equal jobs. The embedded database has one
 * process.
 */
const SHARES = 8;

/** Enqueues the screening of everything monitored against a dataset, for several nodes. */
export async function enqueueMonitoring(
  context: Pick<ServiceContext, 'wake' | 'clock' | 'config'>,
  tx: Kysely<Database>,
  version: string,
): Promise<void> {
  const shares = context.config.databaseUrl === null ? 1 : SHARES;
  for (let share = 1; share <= shares; share++) {
    const subject = share === 1 ? version : `${version}#${share}`;
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject });
  }
}

/** The dataset version of a monitoring job. */
function versionOf(subject: string): string {
  return subject.replace(/#\d+$/, '');
}
