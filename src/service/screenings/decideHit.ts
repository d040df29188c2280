import type { Kysely, Selectable } from 'kysely';
import type { ReportDecision } from '../../contract/amlReport.ts';
import type { HitProposal, ResolveHit } from '../../contract/hit.ts';
import { newId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable, HitDecisionsTable } from '../db/screeningTables.ts';
import { dataKeyOwnerOf } from '../db/store/dataKeyOwnerOf.ts';
import { hitDecisions } from '../db/store/hitDecisions.ts';
import type { FoundHit } from './foundHit.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** A reviewer's decision on a hit, with the API key and, if given, the reviewer's name. */
export type HitVerdict = ResolveHit & { keyId: string };

/** `resolution` takes effect; `proposal` waits for a second person; `confirmation` is the agreement of that person. */
export type HitDecisionKind = ReportDecision['kind'];

/**
 * Applies a reviewer's decision to a hit. Reverting a true match takes two people: the first one proposes it. Two people are two
 * credentials; the name in `reviewer` is a note.
 * @throws {ApiError} `same_reviewer` if the proposer confirms their own proposal.
 */
export function decideHit(
  hit: FoundHit,
  { resolution, reasonCode, note, reviewer, until, keyId }: HitVerdict,
  now: Date,
): { hit: FoundHit; kind: HitDecisionKind } {
  const at = now.toISOString();
  const resolved = {
    ...hit,
    resolution,
    reasonCode,
    note,
    resolvedAt: at,
    resolvedBy: keyId,
    holdsUntil: until ?? null,
    proposal: null,
  };
  const isTakenBack = resolution === 'false_positive' && wasTrueMatch(hit);
  if (!isTakenBack) return { hit: resolved, kind: 'resolution' };
  const { proposal } = hit;
  if (!proposal) {
    const created: HitProposal = { resolution, reasonCode, note, by: keyId, reviewer: reviewer ?? null, at };
    return { hit: { ...hit, proposal: created }, kind: 'proposal' };
  }
  if (proposal.by === keyId) throw new ApiError('same_reviewer', { detail: ANOTHER_PERSON });
  return { hit: resolved, kind: 'confirmation' };
}

const ANOTHER_PERSON =
  'Reversing a true match takes two people. Another person has to confirm it: another reviewer of the desk, or another API key.';

/** Includes a true match whose entry has changed since. */
function wasTrueMatch({ resolution, earlier }: FoundHit): boolean {
  return resolution === 'true_match' || (resolution === null && earlier[0]?.resolution === 'true_match');
}

type Screening = Selectable<AmlScreeningsTable>;

/** Decisions are grouped by case, by watch, or by a screening without either. */
export function decisionSubject({ id, case_id, watch_id }: Screening): string {
  return case_id || watch_id || id;
}

/** Appends a decision to the permanent record, with the content shown to the reviewer. */
export async function appendDecision(
  { clock, vault }: ScreeningContext,
  tx: Kysely<Database>,
  { screening, row, hit, verdict, kind }: NewDecision,
): Promise<void> {
  const at = clock();
  const id = newId('log', at.getTime());
  const { resolution, reasonCode, note, reviewer = null, until = null } = verdict;
  const sealed: SealedDecision = {
    hitId: hit.id,
    decision: resolution,
    reasonCode,
    note,
    reviewer,
    until,
    shown: {
      name: hit.entity.name,
      score: hit.score,
      strength: hit.strength,
      lists: hit.lists,
      topics: hit.topics,
      datasetVersion: screening.dataset?.version ?? null,
      compared: textsOf(hit),
    },
  };
  const owner = row ?? (await dataKeyOwnerOf(tx, decisionSubject(screening)));
  const purpose = purposes.hitDecision(id);
  const text = JSON.stringify(sealed);
  await hitDecisions.insert(tx, {
    id,
    mode: screening.mode,
    subject: decisionSubject(screening),
    screening_id: screening.id,
    case_id: screening.case_id,
    kind,
    key_id: verdict.keyId,
    at,
    sealed: owner ? vault.seal(owner, purpose, text) : vault.sealShared(purpose, text),
  });
}

export interface NewDecision {
  screening: Screening;
  row: CaseRow | null;
  /** The hit as shown to the reviewer. */
  hit: FoundHit;
  verdict: HitVerdict;
  kind: HitDecisionKind;
}

type SealedDecision = Pick<
  ReportDecision,
  'hitId' | 'decision' | 'reasonCode' | 'note' | 'reviewer' | 'until' | 'shown'
>;

function textsOf({ explain }: FoundHit): string[] {
  const { name, dateOfBirth, country, identifiers } = explain;
  return [name?.text, dateOfBirth.text, country.text, identifiers?.text].filter((text) => text !== undefined);
}

/**
 * A decision as shown in a report. Sealed parts are `null` after the person was erased.
 * @param owner the case, watch or screening of the decision; `null` for older rows without a case.
 */
export function viewDecision(
  vault: Vault,
  { id, screening_id, kind, key_id, at, sealed, case_id }: Selectable<HitDecisionsTable>,
  owner: DataKeyOwner | null,
): ReportDecision {
  const isErased = sealed.length === 0 || (case_id !== '' && !owner?.data_key);
  const purpose = purposes.hitDecision(id);
  const content = isErased
    ? null
    : (JSON.parse(
        (owner ? vault.open(owner, purpose, sealed) : vault.openShared(purpose, sealed)).toString(),
      ) as SealedDecision);
  return {
    at: at.toISOString(),
    by: key_id,
    reviewer: content?.reviewer ?? null,
    kind,
    screeningId: screening_id,
    hitId: content?.hitId ?? null,
    decision: content?.decision ?? 'erased',
    reasonCode: content?.reasonCode ?? null,
    note: content?.note ?? null,
    until: content?.until ?? null,
    shown: content?.shown ?? null,
  };
}
