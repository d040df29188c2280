import type { Kysely, Selectable } from 'kysely';
import type { RowAlert, RowResult, ScreeningIndex } from '../../../screening/screening.ts';
import { customerFields } from '../../crypto/customerFields.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import type { Database } from '../../db/schema.ts';
import type { AmlScreeningsTable } from '../../db/screeningTables.ts';
import { amlScreenings } from '../../db/store/amlScreenings.ts';
import { amlWatches } from '../../db/store/amlWatches.ts';
import { findHits } from '../findHits.ts';
import type { FoundHit, Screened } from '../foundHit.ts';
import { emitScreeningEvent, storeScreening } from '../recordScreening.ts';
import { type ScreeningInput, screeningCipher, screeningOwner } from '../screeningCipher.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { isPossibleMatch, type ThresholdsInForce } from '../thresholds.ts';
import { createWatch } from '../watches/createWatch.ts';
import { watchCipher } from '../watches/recordWatch.ts';

type Batch = Selectable<AmlBatchesTable>;
type Screening = Selectable<AmlScreeningsTable>;

/** A row of a batch with its subject, and the customer it belongs to: the one with its id as `clientReferenceId`. */
interface CustomerRow {
  batch: Batch;
  index: ScreeningIndex;
  thresholds: ThresholdsInForce;
  /** The customer's newest screening before the batch. */
  newest: Screening | undefined;
  /** The keyed fingerprint of the customer's reference. */
  mark: string;
  /** The result of `screenPerson`, where it is known already: a search takes longer than a lock should last. */
  searched: Screened | undefined;
  input: ScreeningInput & { clientReferenceId: string };
}

/**
 * The result of a row as a control sees it: resolutions for this customer applied, compared with the customer's newest screening,
 * and with a screening of its own that a reviewer resolves, if there is anything new to look at.
 * @returns `null` if this process has loaded other lists meanwhile
 */
export async function alertOf(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CustomerRow,
  result: RowResult,
): Promise<RowResult | null> {
  const { batch, index, thresholds, newest, mark, input, searched } = row;
  const { mode } = batch;
  const watches = isToWatch(batch, thresholds, result);
  if (!newest && !mayAlert(batch, thresholds, result)) return result;
  const screened = await findHits(context, tx, { mode, customer: mark }, input, searched);
  // A test name that forces the lists to be missing.
  if (!screened.dataset) return result;
  if (screened.dataset.version !== index.dataset.version) return null;
  const before = newest ? openHitsIn(context, newest) : [];
  const change = changeOf(before, openHits(screened.hits));
  const watched = watches ? await watchOf(context, tx, row, screened) : null;
  const resolved = withResolutions(result, screened);
  if (change === null) return { ...resolved, ...(watched && { alert: { ...watched, change } }) };
  if (change === 'unchanged' || change === 'ended')
    return { ...resolved, alert: { watchId: null, ...watched, screeningId: newest!.id, change } };
  if (watched) return { ...resolved, alert: { ...watched, change } };
  const screening = await screeningOf(context, tx, row, screened);
  return { ...resolved, alert: { screeningId: screening.id, watchId: null, change } };
}

const isAlert = (thresholds: ThresholdsInForce, { hits }: RowResult) =>
  hits.some((hit) => isPossibleMatch(thresholds, hit));

/** Whether the subject of a row is monitored from now on. */
function isToWatch({ options }: Batch, thresholds: ThresholdsInForce, result: RowResult): boolean {
  return options.watch === 'all' || (options.watch === 'alerts' && isAlert(thresholds, result));
}

/** Whether the result of a row needs what is known of its customer. */
export function mayAlert(batch: Batch, thresholds: ThresholdsInForce, result: RowResult): boolean {
  if (result.error) return false;
  const { status } = result;
  return status === 'possible_match' || isAlert(thresholds, result) || isToWatch(batch, thresholds, result);
}

/** The status and the hits of a row after what was decided for its customer. */
function withResolutions(result: RowResult, { status, hits }: Screened): RowResult {
  if (status === 'unavailable') return result;
  const resolutions = new Map(hits.map(({ id, resolution }) => [id, resolution]));
  return {
    ...result,
    status,
    hits: result.hits.map((hit) => ({ ...hit, resolution: resolutions.get(hit.id) ?? null })),
  };
}

/** The hits of a screening that nobody has ruled out. */
function openHits(hits: readonly FoundHit[]): FoundHit[] {
  return hits.filter(({ resolution, endedAt }) => resolution !== 'false_positive' && endedAt === null);
}

function openHitsIn({ vault }: ScreeningContext, screening: Screening): FoundHit[] {
  return openHits(screeningCipher(vault, screening.id, screeningOwner(screening, null)).hits(screening));
}

/** What changed since the customer's newest screening; `null`: there was and is no alert. */
function changeOf(before: readonly FoundHit[], now: readonly FoundHit[]): RowAlert['change'] {
  if (now.length === 0) return before.length === 0 ? null : 'ended';
  if (before.length === 0) return 'new';
  const known = new Set(before.map(({ contentHash }) => contentHash));
  return now.every(({ contentHash }) => known.has(contentHash)) ? 'unchanged' : 'changed';
}

/** The screening of a row, stored once for each batch: a batch starts again if the lists change. */
async function screeningOf(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { batch, input, mark }: CustomerRow,
  screened: Screened,
): Promise<Screening> {
  const { mode, options } = batch;
  const [earlier] = await amlScreenings.ofCustomerInBatch(tx, mode, { mark, batchId: batch.id });
  const known = new Set((earlier ? openHitsIn(context, earlier) : []).map(({ contentHash }) => contentHash));
  if (earlier && openHits(screened.hits).every(({ contentHash }) => known.has(contentHash))) return earlier;
  const of = { mode, row: null, batchId: batch.id, input, keyId: options.keyId };
  const screening = await storeScreening(context, tx, of, screened);
  await emitScreeningEvent(context, tx, null, screening, { type: 'completed' });
  return screening;
}

/** The watch of a row's customer and subject: the existing one, or a new one. */
async function watchOf(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { batch: { id: batchId, mode, options }, input: { clientReferenceId, ...subject } }: CustomerRow,
  screened: Screened,
): Promise<{ watchId: string; screeningId: string | null }> {
  const referenceMark = customerFields.markOf(context.vault, clientReferenceId);
  const existing = await amlWatches.list(tx, mode, { referenceMark, limit: 20 }, null);
  const isSame = (watch: (typeof existing)[number]) =>
    JSON.stringify(watchCipher(context.vault, watch).open(watch)) === JSON.stringify(subject);
  const found = existing.find(isSame);
  const { keyId } = options;
  const created = { ...subject, clientReferenceId };
  const watch = found ?? (await createWatch(context, tx, { mode, keyId, batchId }, created, screened));
  return { watchId: watch.id, screeningId: watch.screening_id };
}
