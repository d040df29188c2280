import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import {
  type BatchRow,
  type RowResult,
  rowSubject,
  type ScreeningIndex,
  screenRow,
} from '../../../screening/screening.ts';
import { customerFields } from '../../crypto/customerFields.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { isDatabaseDown } from '../../db/isDatabaseDown.ts';
import type { Database } from '../../db/schema.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import { amlDatasets } from '../../db/store/amlDatasets.ts';
import { amlScreenings } from '../../db/store/amlScreenings.ts';
import type { JobRunner } from '../../jobs/jobs.ts';
import { errorForLog } from '../../log.ts';
import { newerDataset, screenPerson } from '../findHits.ts';
import type { Screened } from '../foundHit.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { type ThresholdsInForce, thresholdsInForce } from '../thresholds.ts';
import { alertOf, mayAlert } from './alertOf.ts';
import { batchCipher } from './batchCipher.ts';

/** Maximum duration of one run, after which other work gets a turn. */
const TURN_MS = 1000;
const REST_MS = 100;
const LOOK_AGAIN_MS = 10_000;
/** How long a batch waits for lists before it fails. */
const GIVE_UP_MS = 15 * 60_000;

type Batch = Selectable<AmlBatchesTable>;

/**
 * The job that screens a file in parts. The results are stored with each part, so that any process can continue. All
 * results use one dataset: if the lists change meanwhile, the job starts over.
 */
export const runBatch: JobRunner<ScreeningContext> = async (context, { subject }) => {
  const turnEnds = performance.now() + TURN_MS;
  let rest: number | null = REST_MS;
  do rest = await step(context, subject);
  while (rest === REST_MS && performance.now() < turnEnds);
  return async () => (rest === null ? undefined : { again: new Date(context.clock().getTime() + rest) });
};

/**
 * Screens the next part.
 * @returns the milliseconds until there is more to do; `null` if it is done.
 */
async function step(context: ScreeningContext, id: string): Promise<number | null> {
  const batch = await amlBatches.findById(context.db, id);
  if (batch?.status !== 'processing') return null;
  const isBehind = (await newerDataset(context.db, context.lists)) !== null;
  const isLacking = batch.mode === 'live' && context.lists.lacking().length > 0;
  const index = context.lists.isLoading() || isBehind || isLacking ? null : context.lists.index(batch.mode);
  if (!index) {
    if (context.clock().getTime() - batch.created_at.getTime() < GIVE_UP_MS) return LOOK_AGAIN_MS;
    await finishBatch(context, context.db, batch, 'failed');
    return null;
  }
  const { version } = index.dataset;
  if (batch.dataset !== null && batch.dataset !== version) return await startOver(context, batch, version);
  try {
    await answerPart(context, batch, index);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    // A retry would not help: damaged data stay damaged.
    context.log.error('batch failed', { id, ...errorForLog(error) });
    await finishBatch(context, context.db, batch, 'failed');
    return null;
  }
  return REST_MS;
}

/** Restarts a batch with other lists. A process with older lists leaves the batch to processes with the newer ones. */
async function startOver(context: ScreeningContext, batch: Batch, version: string): Promise<number> {
  return await inTransaction(context, async (tx) => {
    const [current, other] = [
      await amlDatasets.numberOf(tx, version),
      await amlDatasets.numberOf(tx, batch.dataset!),
    ];
    if (current !== null && other !== null && current < other) return LOOK_AGAIN_MS;
    await amlBatches.deleteParts(tx, batch.id, 'answers');
    await amlBatches.update(tx, batch.id, {
      dataset: null,
      done: 0,
      bad: 0,
      with_hits: 0,
      not_comparable: 0,
      new_alerts: 0,
    });
    return REST_MS;
  });
}

class MissingPart extends Error {
  override name = 'MissingPart';
}

async function answerPart(context: ScreeningContext, batch: Batch, index: ScreeningIndex): Promise<void> {
  const cipher = batchCipher(context.vault, batch);
  const answered = await amlBatches.nextPosition(context.db, batch.id);
  const part = await amlBatches.part(context.db, batch.id, 'rows', answered);
  if (!part && batch.done < batch.total) throw new MissingPart(`Part ${answered} of ${batch.id} is missing.`);
  const rows = part ? cipher.open('rows', part) : [];
  const thresholds = await thresholdsInForce(context.db, batch.mode);
  const found: FoundRow[] = [];
  for (const row of rows) {
    const result = withKnownId(screenRow(index, row, {}));
    const subject = mayAlert(batch, thresholds, result) ? rowSubject(row)?.subject : undefined;
    const searched = subject && screenPerson(context, batch.mode, subject, thresholds);
    found.push({ result, searched });
    // Without this, requests would wait for all rows.
    if (found.length % 5 === 0) await nextTurn();
  }
  await inTransaction(context, async (tx) => {
    // It may have been erased meanwhile.
    if (!(await amlBatches.lock(tx, batch.id))) return;
    const answers = await withAlerts(context, tx, { batch, index, thresholds }, { rows, found });
    // The next run starts over with the other lists.
    if (!answers) return;
    if (part) {
      const sealed = cipher.seal('answers', answered, answers);
      const key = { batch_id: batch.id, kind: 'answers' as const, position: answered, rows: part.rows };
      await amlBatches.addParts(tx, [{ ...key, sealed }]);
    }
    const rowsDone = batch.done + answers.length;
    const count = (is: (answer: RowResult) => boolean) => answers.filter(is).length;
    await amlBatches.update(tx, batch.id, {
      done: rowsDone,
      bad: batch.bad + count(({ error }) => error !== undefined),
      with_hits:
        batch.with_hits + count(({ status }) => status === 'possible_match' || status === 'confirmed_match'),
      not_comparable: batch.not_comparable + count(({ status }) => status === 'not_comparable'),
      new_alerts:
        batch.new_alerts + count(({ alert }) => alert?.change === 'new' || alert?.change === 'changed'),
      dataset: index.dataset.version,
    });
    if (rowsDone >= batch.total) await finishBatch(context, tx, batch, 'completed');
  });
}

/** The result of a row, and what its customer's screening finds, if that is needed. */
interface FoundRow {
  result: RowResult;
  searched: Screened | undefined;
}

/** The id of a row is the customer's reference, which has a limit. */
function withKnownId(result: RowResult): RowResult {
  if (result.error || String(result.id).length <= MAX_ID) return result;
  return { id: result.id, hits: [], error: `The id has more than ${MAX_ID} characters` };
}

const MAX_ID = 200;

/** The results with what is known of each row's customer; `null` if the lists changed meanwhile. */
async function withAlerts(
  context: ScreeningContext,
  tx: Kysely<Database>,
  of: { batch: Batch; index: ScreeningIndex; thresholds: ThresholdsInForce },
  { rows, found }: { rows: readonly BatchRow[]; found: readonly FoundRow[] },
): Promise<RowResult[] | null> {
  const { mode, id: besides } = of.batch;
  const customers = found.map(({ result }, i) => {
    const row = result.error ? null : rowSubject(rows[i]!);
    return row && { ...row, mark: customerFields.markOf(context.vault, row.id)! };
  });
  const marks = customers.flatMap((customer) => customer?.mark ?? []);
  const newest = await amlScreenings.newestOfCustomers(tx, mode, { marks, besides });
  const byMark = new Map(newest.map((screening) => [screening.reference_mark, screening]));
  const answers: RowResult[] = [];
  for (const [i, { result, searched }] of found.entries()) {
    const customer = customers[i];
    if (!customer) {
      answers.push(result);
      continue;
    }
    const { mark, subject, id: clientReferenceId } = customer;
    const row = {
      ...of,
      mark,
      searched,
      newest: byMark.get(mark),
      input: { ...subject, clientReferenceId },
    };
    const answer = await alertOf(context, tx, row, result);
    if (!answer) return null;
    answers.push(answer);
  }
  return answers;
}

const DAY_MS = 86_400_000;

/** Ends a batch: deletes the rows at once, and the results after the retention of details, but at least a day. */
async function finishBatch(
  { clock, config }: ScreeningContext,
  tx: Kysely<Database>,
  { id }: Selectable<AmlBatchesTable>,
  status: 'completed' | 'failed',
): Promise<void> {
  const now = clock();
  const days = Math.max(config.retention.detailsDays, 1);
  await amlBatches.deleteParts(tx, id, 'rows');
  const expires_at = new Date(now.getTime() + days * DAY_MS);
  await amlBatches.update(tx, id, { status, completed_at: now, expires_at });
}
