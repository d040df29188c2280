import type { Selectable } from 'kysely';
import type { AmlScreening, Dataset, ScreeningWarning } from '../../contract/amlScreening.ts';
import type { Hit } from '../../contract/hit.ts';
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
  const { dataset } = row;
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
function warningsOf({ newerVersion, namedWithoutVowels, lacking, lists }: Dataset): ScreeningWarning[] {
  const required = lacking.map(({ list, detail }) => ({ code: 'list_required' as const, list, detail }));
  const ofLists = lists.flatMap(({ name, refused, isStale }): ScreeningWarning[] => [
    ...(refused ? [{ code: 'list_refused' as const, list: name, detail: refused.why }] : []),
    ...(isStale
      ? [{ code: 'list_stale' as const, list: name, detail: `The list ${name} is out of date.` }]
      : []),
  ]);
  const warnings: ScreeningWarning[] = [...required, ...ofLists];
  if (namedWithoutVowels) {
    const detail = `${namedWithoutVowels} listed entities are named in scripts without vowels alone, such as Arabic: a name in Latin letters was compared with their consonants, which finds fewer of them.`;
    warnings.push({ code: 'names_without_vowels', list: null, detail });
  }
  if (newerVersion === null) return warnings;
  const detail = `A newer dataset exists (${newerVersion}) that this process had not loaded.`;
  return [{ code: 'dataset_outdated', list: null, detail }, ...warnings];
}

/** A hit as shown. */
export function viewHit({
  contentHash: _,
  resolvedAt: _at,
  resolvedBy: _by,
  holdsUntil: _until,
  proposalInvitedBy: _invitedBy,
  ...hit
}: FoundHit): Hit {
  return hit;
}
