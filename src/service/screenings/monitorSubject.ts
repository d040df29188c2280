import type { Kysely, Selectable, Updateable } from 'kysely';
import { openStatuses, undecidedStatuses } from '../../contract/caseStatus.ts';
import type { Mode } from '../../contract/mode.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { moveCase } from '../cases/moveCase.ts';
import { watchReference } from '../crypto/watchReference.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlRescreens, amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import { compareHits, countsOf, type HitChanges } from './compareHits.ts';
import { customerOfCase } from './customerOf.ts';
import { findHits } from './findHits.ts';
import type { Screened } from './foundHit.ts';
import { personOfCase } from './personOfCase.ts';
import { recordScreening, storeScreening } from './recordScreening.ts';
import { type ScreeningInput, screeningCipher, screeningOwner } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ListsInUse } from './screeningLists.ts';
import { statusOf } from './statusOf.ts';
import { recordWatch, watchCipher } from './watches/recordWatch.ts';

/** The columns that monitoring updates in a case and in a watch. */
type Monitored = Pick<Updateable<CasesTable>, 'aml_dataset' | 'aml_version' | 'aml_screened_at'>;

/** A monitored subject: the person of a case, or a watch without a case. */
interface MonitoredSubject {
  id: string;
  mode: Mode;
  customer: string;
  /** The number of the dataset of the last screening. */
  dataset: number | null;
  /** The subject to search; `null` before the first screening. */
  input: ScreeningInput | null;
  /** The case whose data key seals the screening; `null` for a watch. */
  row: CaseRow | null;
  last: Selectable<AmlScreeningsTable> | undefined;
  /** Whether the latest screening was unavailable, or, for a case, has no result yet. */
  lacksResult: boolean;
  set(columns: Monitored): Promise<unknown>;
  /** Makes a screening the current one, and emits its event. */
  note(screening: Selectable<AmlScreeningsTable>, changes: HitChanges): Promise<unknown>;
}

/**
 * Screens one case or watch against lists that changed, once for each dataset, and records it. Hits that are new, that a
 * list has changed, or that no list has any more, are reported; the first two take an approved case back to a reviewer.
 * @param id of the case or the watch
 */
export async function monitorSubject(
  context: ScreeningContext,
  tx: Kysely<Database>,
  id: string,
  lists: ListsInUse,
): Promise<void> {
  const subject = await (id.startsWith('case_') ? monitoredCase : monitoredWatch)(context, tx, id);
  if (!subject || (subject.dataset ?? 0) >= lists.number) return;
  if (await screenAgain(context, tx, subject, lists)) return;
  // The first screening is still pending, or a test-mode name is on no list.
  await subject.set({ aml_dataset: lists.number });
}

/** @returns whether they were screened against these lists */
async function screenAgain(
  context: ScreeningContext,
  tx: Kysely<Database>,
  subject: MonitoredSubject,
  lists: ListsInUse,
): Promise<boolean> {
  const { id, mode, customer, input, row, last } = subject;
  const { version } = lists.index.dataset;
  if (!input) return false;
  const screened = await findHits(context, tx, { mode, customer }, input);
  if (screened.dataset?.version !== version) return false;
  const changes = compareHits({
    before: last ? screeningCipher(context.vault, last.id, screeningOwner(last, row)).hits(last) : [],
    now: screened.hits,
    found: screened.found,
    delta: lists.delta?.since === subject.dataset ? lists.delta : null,
    at: context.clock(),
  });
  const whole = screenedAgain(screened, changes);
  const { status } = whole;
  await recordRescreen(context, tx, { subject: id, mode, version, status, changes });
  const { added, changed, ended } = changes;
  // The subject was clear but can no longer be compared: the lists dropped a kind of identifier, or this version
  // recognises letters that it cannot read.
  const isInDoubt = status === 'not_comparable' && last?.status === 'clear';
  if (added.length + changed.length + ended.length === 0 && !subject.lacksResult && !isInDoubt) {
    await subject.set({ aml_dataset: lists.number, aml_version: version, aml_screened_at: context.clock() });
    return true;
  }
  const of = row ? { mode, row, input } : { mode, row, input, watchId: id };
  await subject.note(await storeScreening(context, tx, of, whole), changes);
  return true;
}

async function monitoredCase(
  context: ScreeningContext,
  tx: Kysely<Database>,
  id: string,
): Promise<MonitoredSubject | null> {
  const row = await cases.lockById(tx, id);
  if (!row?.data_key || !(openStatuses.includes(row.status) || row.status === 'approved')) return null;
  const { aml } = row.facts;
  const lacksResult = aml === 'unavailable' || aml === 'none';
  const person = await personOfCase(context.vault, tx, row);
  const key = row.checks.aml.id && { id: row.checks.aml.id, case_id: row.id };
  const last = key ? await amlScreenings.findByKey(tx, key) : undefined;
  return {
    id,
    mode: row.mode,
    customer: customerOfCase(row),
    dataset: row.aml_dataset,
    input: person === null || (undecidedStatuses.includes(row.status) && lacksResult) ? null : { person },
    row,
    last,
    lacksResult,
    set: (columns) => cases.update(tx, id, columns),
    note: async (screening, changes) => {
      const { amlGivenUp } = row.facts;
      const counts = countsOf(changes);
      const noted = await recordScreening(context, tx, row, screening, {
        cause: 'rescreened',
        amlGivenUp,
        more: counts,
      });
      const hasNewHits = changes.added.length + changes.changed.length > 0;
      const isInDoubt = screening.status === 'not_comparable' && last?.status !== 'not_comparable';
      if (row.status !== 'approved' || !(hasNewHits || isInDoubt)) return;
      const reasons = ['aml_possible_match'];
      await moveCase(context, tx, noted, { to: 'in_review', by: 'monitoring', reasons });
    },
  };
}

async function monitoredWatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  id: string,
): Promise<MonitoredSubject | null> {
  const watch = await amlWatches.lockById(tx, id);
  if (!watch) return null;
  const { mode, status, screening_id } = watch;
  const cipher = watchCipher(context.vault, watch);
  const clientReferenceId = watchReference.open(context.vault, watch) ?? undefined;
  return {
    id,
    mode,
    customer: watch.reference_mark ?? id,
    dataset: watch.aml_dataset,
    input: status === 'processing' ? null : { ...cipher.open(watch), clientReferenceId },
    row: null,
    last: screening_id ? await amlScreenings.findByKey(tx, { id: screening_id, case_id: '' }) : undefined,
    lacksResult: status === 'unavailable',
    set: (columns) => amlWatches.update(tx, id, columns),
    note: (screening, changes) =>
      recordWatch(context, tx, watch, screening, { cause: 'rescreened', more: countsOf(changes) }),
  };
}

/** The result of a repeated screening, with earlier hits that no list contains any more. */
function screenedAgain(screened: Screened, { hits }: HitChanges): Screened {
  const totalHits = screened.totalHits + hits.length - screened.hits.length;
  const whole = { ...screened, hits, totalHits };
  return { ...whole, status: statusOf(whole) };
}

/** Records a repeated screening, with or without changes: `subject` is the id of the case or of the watch. */
async function recordRescreen(
  { clock }: ScreeningContext,
  tx: Kysely<Database>,
  {
    subject,
    mode,
    version,
    status,
    changes,
  }: { subject: string; mode: Mode; version: string; status: Screened['status']; changes: HitChanges },
): Promise<void> {
  await amlRescreens.insert(tx, {
    subject,
    mode,
    at: clock(),
    dataset: version,
    status,
    new_hits: changes.added.length,
    changed_hits: changes.changed.length,
    ended_hits: changes.ended.length,
  });
}
