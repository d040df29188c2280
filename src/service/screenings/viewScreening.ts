import type { Selectable } from 'kysely';
import type { AmlScreening, Dataset, DatasetList, ScreeningWarning } from '../../contract/amlScreening.ts';
import type { Hit, NameExplanation } from '../../contract/hit.ts';
import { explainNotCompared } from '../../screening/screening.ts';
import { type CustomerFieldsOwner, customerFields } from '../crypto/customerFields.ts';
import type { Vault } from '../crypto/vault.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import type { FoundHit } from './foundHit.ts';
import { screeningCipher, screeningOwner } from './screeningCipher.ts';
import { statusOf } from './statusOf.ts';

/**
 * A screening as shown; `owner` is its case, if it has one.
 * @param view the part of the hits that the reader may see; default: everything.
 */
export function viewScreening(
  vault: Vault,
  row: Selectable<AmlScreeningsTable>,
  owner: CustomerFieldsOwner | null,
  view: ((hits: readonly FoundHit[]) => FoundHit[]) | null = null,
): AmlScreening {
  const cipher = screeningCipher(vault, row.id, screeningOwner(row, owner));
  const stored = cipher.hits(row);
  const hits = view ? view(stored) : stored;
  const minScore = hits.length > 0 ? (cipher.input(row).minScore ?? 0) : 0;
  const listed = hits.filter(({ score }) => score >= minScore);
  const dataset = row.dataset && viewDataset(row.dataset);
  return {
    id: row.id,
    object: 'aml_screening',
    mode: row.mode,
    caseId: row.case_id || null,
    status: view ? statusShown(row, hits) : row.status,
    dataset,
    warnings: dataset ? warningsOf(dataset) : [],
    clientReferenceId: referenceOf(vault, row, owner),
    criteria: row.criteria,
    explain: explainNotCompared(row.not_compared ?? []),
    hits: openFirst(listed).slice(0, MAX_SHOWN).map(viewHit),
    totalHits: row.total_hits,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/** The status that results from the visible hits. */
function statusShown(row: Selectable<AmlScreeningsTable>, hits: FoundHit[]): AmlScreening['status'] {
  if (row.status === 'processing' || (row.status === 'unavailable' && hits.length === 0)) return row.status;
  const { total_hits, not_compared, dataset } = row;
  return statusOf({ hits, totalHits: total_hits ?? hits.length, notCompared: not_compared ?? [], dataset });
}

/** Maximum number of hits in a screening's response. */
const MAX_SHOWN = 20;

/** Sorts ruled-out hits to the end and keeps the order otherwise. */
export function openFirst(hits: readonly FoundHit[]): FoundHit[] {
  const rank = ({ resolution }: FoundHit) => (resolution === 'false_positive' ? 1 : 0);
  return [...hits].sort((a, b) => rank(a) - rank(b));
}

/** The customer's reference: that of the case, or the one stored with a subject without a case. */
function referenceOf(
  vault: Vault,
  row: Selectable<AmlScreeningsTable>,
  owner: CustomerFieldsOwner | null,
): string | null {
  if (owner) return customerFields.open(vault, owner).clientReferenceId;
  if (row.case_id || row.sealed_input.length === 0) return null;
  return screeningCipher(vault, row.id, screeningOwner(row, null)).input(row).clientReferenceId ?? null;
}

/** Warnings about the lists that were used. */
function warningsOf({ newerVersion, namedWithoutVowels, lists }: Dataset): ScreeningWarning[] {
  const warnings: ScreeningWarning[] = lists.flatMap(({ name, refused, isStale }) => [
    ...(refused ? [{ code: 'list_refused' as const, list: name, detail: refused.why }] : []),
    ...(isStale
      ? [{ code: 'list_stale' as const, list: name, detail: `The list ${name} is out of date.` }]
      : []),
  ]);
  if (namedWithoutVowels) {
    const detail = `${namedWithoutVowels} listed entities are named in scripts without vowels alone, such as Arabic: a name in Latin letters was compared with their consonants, which finds fewer of them.`;
    warnings.push({ code: 'names_without_vowels', list: null, detail });
  }
  if (newerVersion === null) return warnings;
  const detail = `A newer dataset exists (${newerVersion}) that this process had not loaded.`;
  return [{ code: 'dataset_outdated', list: null, detail }, ...warnings];
}

/** A dataset as shown. Fields that older rows lack are `null` or empty. */
function viewDataset(dataset: Dataset): Dataset {
  return {
    ...dataset,
    newerVersion: dataset.newerVersion ?? null,
    namedWithoutVowels: dataset.namedWithoutVowels ?? null,
    lists: dataset.lists.map(asList),
  };
}

/** Older screenings contain only the names of the lists. */
function asList(list: DatasetList | string): DatasetList {
  if (typeof list !== 'string') return { ...HIDDEN_LIST, ...list };
  return { ...HIDDEN_LIST, name: list };
}

const HIDDEN_LIST = {
  publishedAt: null,
  fetchedAt: null,
  entities: null,
  rejectedRows: null,
  isStale: null,
  version: null,
  refused: null,
  publisher: null,
  sourceUrl: null,
  licence: null,
};

/** A hit as shown. Fields that older rows lack are `null` or empty. */
export function viewHit({
  contentHash: _,
  resolvedAt: _at,
  resolvedBy: _by,
  holdsUntil: _until,
  ...hit
}: FoundHit): Hit {
  const { lists, entity, explain } = hit;
  return {
    ...HIDDEN_HIT,
    ...hit,
    entity: { ...HIDDEN_ENTITY, ...entity, id: entity.id ?? hit.id },
    sources: hit.sources ?? lists.map((list) => ({ id: hit.id, list, sourceUrl: entity.sourceUrl })),
    explain: { ...HIDDEN_EXPLANATION, ...explain, name: explain.name && nameOf(explain.name) },
  };
}

function nameOf(name: NameExplanation): NameExplanation {
  return {
    ...HIDDEN_NAME,
    ...name,
    parts: name.parts.map((part) => ({ ...part, bits: part.bits ?? null })),
  };
}

const HIDDEN_NAME = { given: null, transliteration: null, listedTransliteration: null, leftOut: [] };
const HIDDEN_HIT = {
  strength: null,
  topics: [],
  reasonCode: null,
  earlier: [],
  proposal: null,
  endedAt: null,
};
const HIDDEN_EXPLANATION = { identifiers: null, weights: null };
const HIDDEN_ENTITY = {
  kind: 'person' as const,
  placesOfBirth: [],
  gender: null,
  nationalities: [],
  residences: [],
  identifiers: [],
  programmes: [],
  listedOn: null,
  position: null,
  functions: [],
  remarks: null,
};
