import type { Kysely, Selectable, Updateable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import type { CaseFacts, CasesTable, Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { judgements } from '../db/store/judgements.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Screened } from './foundHit.ts';
import { type ScreeningInput, screeningCipher, screeningOwner } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import { criteriaOf, screeningSearch } from './screeningSearch.ts';
import { noThresholds } from './thresholds.ts';

type Screening = Selectable<AmlScreeningsTable>;

export interface ScreeningChange {
  /** The cause: a first or repeated screening, or a resolution. */
  cause: 'screened' | 'rescreened' | 'resolved';
  amlGivenUp: boolean;
  /** Further content of the event. */
  more?: Record<string, unknown>;
}

/** Makes a screening the current one of its case and emits its event. The status of the case does not change. */
export async function recordScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Screening,
  { cause, amlGivenUp, more }: ScreeningChange,
): Promise<CaseRow> {
  const { id, status, completed_at } = screening;
  if (cause !== 'resolved') {
    if (row.status === 'in_review') await withdrawProposals(context, tx, row, screening);
    // Hits of a new screening wait for nobody.
    const round = { case_id: row.id, round: row.decisions };
    await judgements.askSecond(tx, round, { proposers: [], now: context.clock() });
  }
  const facts: CaseFacts = { ...row.facts, aml: WORDS[status], amlGivenUp };
  const aml = { status, id, completedAt: completed_at?.toISOString() ?? null };
  const type = `aml_screening.${cause === 'screened' ? 'completed' : 'updated'}` as const;
  return await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify(facts),
      checks: JSON.stringify({ ...row.checks, aml }),
      assurance: JSON.stringify({ ...row.assurance, aml: status }),
      ...(cause !== 'resolved' && (await datasetOf(context, tx, screening))),
    },
    event: { type, screeningId: id, screeningStatus: status, ...more },
  });
}

/**
 * Reviewers who decided before a hit existed have not judged it: their pending decisions are withdrawn, and they may
 * decide again. Their judgements of the faces stay.
 */
async function withdrawProposals(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Screening,
): Promise<void> {
  const { id } = row.checks.aml;
  const before =
    id && id !== screening.id ? await amlScreenings.findByKey(tx, { id, case_id: row.id }) : null;
  const hitsIn = (one: Screening) => screeningCipher(context.vault, one.id, row).hits(one);
  const earlierHits = new Set(before ? hitsIn(before).map(({ contentHash }) => contentHash) : []);
  if (hitsIn(screening).every(({ contentHash }) => earlierHits.has(contentHash))) return;
  for (const { reviewer } of await judgements.withdraw(tx, { case_id: row.id, round: row.decisions })) {
    const action = `withdraw decision of ${reviewer}: new hits`;
    await writeAudit(context, tx, { row, caller: SERVICE, requestId: screening.id, action });
  }
}

/** The actor in the audit log where a list change, and no person, caused the act. */
const SERVICE = { keyId: 'service', role: 'service' };

const WORDS = {
  processing: 'none',
  clear: 'clear',
  possible_match: 'possible',
  confirmed_match: 'possible',
  not_comparable: 'possible',
  unavailable: 'unavailable',
} as const;

/** The dataset of a case's screening. If a newer one exists, a node that has loaded it screens the case again. */
async function datasetOf(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { dataset, completed_at }: Screening,
): Promise<Updateable<CasesTable>> {
  if (!dataset) return {};
  const screened = { aml_screened_at: completed_at, aml_version: dataset.version };
  const number = await amlDatasets.numberOf(tx, dataset.version);
  if (number === null) return screened;
  const newest = await amlDatasets.newestVersion(tx);
  if (newest && newest.number > number)
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject: newest.version });
  return { ...screened, aml_dataset: number };
}

/** Stores a screening: its result, or that it is still pending. */
export async function storeScreening(
  { clock, vault }: ScreeningContext,
  tx: Kysely<Database>,
  { mode, row, watchId, batchId, input, keyId }: NewScreening,
  screened: Screened | 'processing',
): Promise<Selectable<AmlScreeningsTable>> {
  const now = clock();
  const id = newId('aml', now.getTime());
  const data_key = row ? null : await vault.newDataKey(id);
  const cipher = screeningCipher(vault, id, screeningOwner({ id, data_key }, row));
  const isDone = screened !== 'processing';
  const { thresholds } = isDone ? screened : { thresholds: noThresholds };
  const { clientReferenceId } = input;
  const screening = await amlScreenings.insert(tx, {
    id,
    mode,
    case_id: row?.id ?? '',
    watch_id: watchId ?? null,
    batch_id: batchId ?? null,
    data_key,
    status: isDone ? screened.status : 'processing',
    sealed_input: cipher.seal('input', input),
    sealed_hits: isDone ? cipher.seal('hits', screened.hits) : null,
    ...(isDone ? countsOfSearch(screened) : {}),
    dataset: isDone && screened.dataset ? JSON.stringify(screened.dataset) : null,
    reference_mark: row ? row.reference_mark : screeningSearch.referenceMark(vault, clientReferenceId),
    criteria: JSON.stringify(criteriaOf(input, { requestedBy: keyId ?? null, thresholds })),
    created_at: now,
    completed_at: isDone ? now : null,
  });
  if (isDone) await screeningSearch.index(vault, tx, screening, screened.hits);
  return screening;
}

interface NewScreening {
  mode: Mode;
  row: CaseRow | null;
  watchId?: string;
  batchId?: string;
  input: ScreeningInput;
  /** The API key that requested it. */
  keyId?: string;
}

/** The part of a search that is stored unsealed: it contains no personal data. */
export function countsOfSearch({ totalHits, notCompared, hits }: Omit<Screened, 'status' | 'dataset'>) {
  return {
    total_hits: totalHits,
    not_compared: JSON.stringify(notCompared),
    hit_lists: JSON.stringify([...new Set(hits.flatMap(({ lists }) => lists))].sort()),
  };
}

/** Emits the event of a screening that changes no case: of a watch, or one that is not current for its case. */
export async function emitScreeningEvent(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow | null,
  { id, mode, status }: Selectable<AmlScreeningsTable>,
  { type, more }: { type: 'completed' | 'updated'; more?: Record<string, unknown> },
): Promise<void> {
  const data = eventData(row, { screeningId: id, screeningStatus: status, ...more });
  await newEvent(context, tx, { mode, type: `aml_screening.${type}`, at: context.clock(), data, owner: row });
}
