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
export type HitVerdict = ResolveHit & {
  keyId: string;
  /** Whose new invitation the reviewer signed in by. */
  invitedBy?: string | null;
};

/** `resolution` takes effect; `proposal` waits for a second person; `confirmation` is the agreement of that person. */
export type HitDecisionKind = ReportDecision['kind'];

/**
 * Applies a reviewer's decision to a hit. Reverting a true match takes two people, and so does ruling out an `exact` hit: the first
 * one proposes it. Two people are two credentials; the name in `reviewer` is a note. Who says again that a hit is ruled out does not
 * extend the exception.
 * @throws {ApiError} `same_reviewer` if the proposer confirms their own proposal.
 */
export function decideHit(
  hit: FoundHit,
  { resolution, reasonCode, note, reviewer, until, keyId, invitedBy = null }: HitVerdict,
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
    proposalInvitedBy: null,
  };
  if (resolution === 'true_match') return { hit: resolved, kind: 'resolution' };
  const isRepeated = hit.resolution === 'false_positive' && hit.strength === 'exact';
  if (isRepeated) return { hit: { ...resolved, holdsUntil: earlierOf(hit, until) }, kind: 'resolution' };
  if (!wasTrueMatch(hit) && hit.strength !== 'exact') return { hit: resolved, kind: 'resolution' };
  const { proposal } = hit;
  if (!proposal) {
    const created: HitProposal = { resolution, reasonCode, note, by: keyId, reviewer: reviewer ?? null, at };
    return { hit: { ...hit, proposal: created, proposalInvitedBy: invitedBy }, kind: 'proposal' };
  }
  // Whoever made the invitation may have signed in with it.
  const isSame = [keyId, invitedBy].includes(proposal.by) || hit.proposalInvitedBy === keyId;
  if (isSame) throw new ApiError('same_reviewer', { detail: ANOTHER_PERSON });
  return { hit: resolved, kind: 'confirmation' };
}

const ANOTHER_PERSON =
  'Reversing a true match, or ruling out an exact hit, takes two people. Another person has to confirm it: another reviewer of the desk, or another API key.';

/** The earlier end of an exception. */
function earlierOf({ holdsUntil }: FoundHit, until: string | undefined): string | null {
  return [holdsUntil, until].filter((end) => end != null).sort()[0] ?? null;
}

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
  // The subject was erased meanwhile.
  if (!owner) throw new ApiError('resource_not_found');
  await hitDecisions.insert(tx, {
    id,
    mode: screening.mode,
    subject: decisionSubject(screening),
    screening_id: screening.id,
    case_id: screening.case_id,
    kind,
    key_id: verdict.keyId,
    at,
    sealed: vault.seal(owner, purposes.hitDecision(id), JSON.stringify(sealed)),
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
 * @param owner the case, watch or screening of the decision; `null` once it was erased.
 */
export function viewDecision(
  vault: Vault,
  { id, screening_id, kind, key_id, at, sealed }: Selectable<HitDecisionsTable>,
  owner: DataKeyOwner | null,
): ReportDecision {
  const content =
    sealed.length === 0 || !owner?.data_key
      ? null
      : (JSON.parse(vault.open(owner, purposes.hitDecision(id), sealed).toString()) as SealedDecision);
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
