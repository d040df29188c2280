import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { FourEyes } from '../../contract/policy.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { type Review, requireDecidable, reviewCase } from '../cases/reviewCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { CameFor } from '../db/reviewTables.ts';
import type { CaseFacts, Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { caseClaims } from '../db/store/caseClaims.ts';
import { hitDecisions } from '../db/store/hitDecisions.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { reasonCodes } from '../events/sealedFreeText.ts';
import { viewDecision } from '../screenings/decideHit.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { screeningCipher } from '../screenings/screeningCipher.ts';
import { blindView } from './blindHits.ts';
import { requireNoOther } from './claims.ts';
import { requireNoteOverMatch, requireReasons } from './decisionReasons.ts';

/** The case after a decision; unchanged if a second reviewer has to agree first. */
export interface Decided {
  row: CaseRow;
  isProposed: boolean;
}

/**
 * Decides a case whose row is locked by the transaction. The rules are the same for the desk and the API. If the policy
 * requires two reviewers, or a confirmed match would be approved, the first decision is a proposal. A second one that agrees
 * takes effect; one that disagrees needs a third reviewer, at the desk an administrator.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`, `claim_lost`, `hits_unresolved`, `same_reviewer`,
 * `validation_failed` if the note is missing, `reason_conflict`.
 */
export async function decideCase(review: Review, row: CaseRow, decide: Decide): Promise<Decided> {
  if (await requireDecision(review, row, decide)) return await carryOut(review, row, decide);
  await propose(review, row, decide);
  return { row, isProposed: true };
}

/**
 * Checks a decision without changing anything.
 * @returns whether it would take effect; otherwise it is a proposal.
 * @throws {ApiError} as `decideCase`.
 */
export async function requireDecision(review: Review, row: CaseRow, decide: Decide): Promise<boolean> {
  const { context, tx, caller } = review;
  requireDecidable(row, decide);
  requireNoOther(row, caller.keyId, context.clock());
  const hits = await hitsOf(context, tx, row);
  const view = await blindView(tx, row, caller);
  const seen = view ? view(hits) : hits;
  requireHits(decide, seen);
  const wasConfirmed = await isConfirmedEarlier(context, tx, row, hits);
  requireNoteOverMatch(decide, { isConfirmed: wasConfirmed });
  const isSecondNeeded = needsSecond({
    fourEyes: row.policy.fourEyes,
    status: row.status,
    outcome: decide.outcome,
    facts: row.facts,
    hits,
    wasConfirmed,
  });
  if (!isSecondNeeded) return true;
  const earlier = await judgements.decided(tx, { case_id: row.id, round: row.decisions });
  requireOther(earlier, caller);
  if (!isSettled(earlier, decide)) return false;
  if (decide.outcome !== 'approved' || openOf(hits).length === 0) return true;
  // In a review by two, each proposes resolutions. If the second one approves but disagrees about a hit, a third decides.
  if (earlier.length > 1) requireResolved(hits);
  return false;
}

/**
 * Refuses a decision that the hits do not allow.
 * @param hits as the reviewer sees them.
 * @throws {ApiError} `hits_unresolved`, `reason_conflict`, `validation_failed`.
 */
export function requireHits(decide: Decide, hits: readonly FoundHit[]): void {
  if (decide.outcome === 'approved') requireResolved(hits);
  requireReasons(decide, hits);
  requireNoteOverMatch(decide, { isConfirmed: isConfirmed(hits) });
}

/**
 * @throws {ApiError} `same_reviewer` for a reviewer who has already judged, for one who signed in by a new invitation of the
 * other, and for a third one who is not an administrator.
 */
function requireOther(earlier: readonly JudgementRow[], { keyId, role, invitedBy }: Review['caller']): void {
  const isSame = earlier.some(({ reviewer }) => reviewer === keyId);
  // Whoever made the invitation may have signed in with it.
  const isInvited = earlier.some((one) => one.reviewer === invitedBy || one.invited_by === keyId);
  const isForOthers = earlier.length > 1 && role !== undefined && role !== 'administrator';
  if (!isSame && !isInvited && !isForOthers) return;
  const detail = isSame
    ? 'You have judged this case already. Another reviewer has to judge it too.'
    : isInvited
      ? 'One of the two judgements was made by a new invitation of the other person, so they do not count as two. Another reviewer has to judge the case.'
      : 'Two reviewers disagree. An administrator has to decide.';
  throw new ApiError('same_reviewer', { detail });
}

/** Whether a decision is the second that agrees, or the third. */
function isSettled(earlier: readonly JudgementRow[], { outcome }: Decide): boolean {
  return earlier.length > 1 || earlier[0]?.outcome === outcome;
}

async function carryOut(review: Review, row: CaseRow, decide: Decide): Promise<Decided> {
  await record(review, row, decide);
  return { row: await reviewCase(review, row, decide), isProposed: false };
}

async function propose(review: Review, row: CaseRow, decide: Decide): Promise<void> {
  const { context, tx, caller, requestId } = review;
  await record(review, row, decide);
  await caseClaims.release(tx, row.id, caller.keyId);
  const { outcome, note } = decide;
  await writeAudit(context, tx, { row, caller, requestId, action: `propose ${outcome}`, note });
}

/** Records a reviewer's decision with their judgement. */
async function record({ context, tx, caller }: Review, row: CaseRow, decide: Decide): Promise<void> {
  const now = context.clock();
  const key = { case_id: row.id, round: row.decisions, reviewer: caller.keyId };
  const { outcome, reasons = [], note, expectedVersion } = decide;
  const codes = reasonCodes(reasons);
  // Reasons in free text are sealed with the note.
  const words = [...reasons.filter((reason) => !codes.includes(reason)), note ?? '']
    .filter(Boolean)
    .join('\n');
  await judgements.open(tx, { ...key, opened_at: now });
  await judgements.update(tx, key, {
    outcome,
    reasons: JSON.stringify(codes),
    sealed_note: words ? context.vault.seal(row, purposes.judgementNote, words) : null,
    expected_version: expectedVersion,
    invited_by: caller.invitedBy ?? null,
    decided_at: now,
    applies_at: null,
    came_for: JSON.stringify(await cameFor(tx, row)),
    due_at: row.due_at,
  });
}

/** Why a case came to the review; of a decided one that is overturned, nothing. */
async function cameFor(tx: Kysely<Database>, row: CaseRow): Promise<CameFor> {
  const { id } = row.checks.aml;
  const screening = id ? await amlScreenings.find(tx, row.mode, id) : undefined;
  const reasons = row.status === 'in_review' ? (row.decision?.reasons ?? []) : [];
  return { reasons, lists: screening?.hit_lists ?? [] };
}

/** The hits of the case's current screening. */
export async function hitsOf(
  { vault }: Pick<ServiceContext, 'vault'>,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<FoundHit[]> {
  const { id } = row.checks.aml;
  const screening = id === null ? undefined : await amlScreenings.find(tx, row.mode, id);
  return screening ? screeningCipher(vault, screening.id, row).hits(screening) : [];
}

/**
 * Whether a hit of an earlier round was the person, and is gone now: details that the person corrected do not undo a confirmed
 * match. Resolutions of this round are left out, since a second reviewer must not learn of them.
 */
async function isConfirmedEarlier(
  { vault }: Pick<ServiceContext, 'vault'>,
  tx: Kysely<Database>,
  row: CaseRow,
  hits: readonly FoundHit[],
): Promise<boolean> {
  const last = new Map<string, string>();
  for (const one of await hitDecisions.list(tx, row.id)) {
    const { hitId, kind, decision, at } = viewDecision(vault, one, row);
    const isEarlier = (at ?? '') <= (row.decision?.at ?? '');
    if (hitId && isEarlier && kind !== 'proposal') last.set(hitId, decision);
  }
  const present = new Set(hits.flatMap(({ id, sources }) => [id, ...(sources ?? []).map((one) => one.id)]));
  return [...last].some(([id, decision]) => decision === 'true_match' && !present.has(id));
}

function requireResolved(hits: readonly FoundHit[]): void {
  const open = openOf(hits);
  if (open.length === 0) return;
  const isAsked = open.some(({ proposal }) => proposal);
  const left = open.length === 1 ? 'One hit is still open.' : `${open.length} hits are still open.`;
  const detail = `${left} ${isAsked ? WAITS : 'Resolve every hit first.'}`;
  throw new ApiError('hits_unresolved', { detail });
}

const WAITS =
  'A hit that one person has ruled out waits for a second one: another reviewer of the desk, or another API key.';

const openOf = (hits: readonly FoundHit[]) =>
  hits.filter(({ resolution, proposal }) => resolution === null || proposal !== null);

interface DecisionFacts {
  fourEyes: FourEyes;
  status: CaseStatus;
  outcome: Decide['outcome'];
  facts: Pick<CaseFacts, 'details' | 'selfie' | 'aml'>;
  /** The hits of the current screening. */
  hits: readonly FoundHit[];
  /** Whether a hit of an earlier round was a true match, and is not among the hits any more. */
  wasConfirmed: boolean;
}

/**
 * Whether a decision needs a second reviewer. Asking the person again does not. An approval over a confirmed match, or while a
 * hit waits for a second person, does under every policy.
 */
function needsSecond(decided: DecisionFacts): boolean {
  const { outcome, hits, wasConfirmed } = decided;
  if (outcome === 'requires_input') return false;
  if (outcome === 'approved' && (wasConfirmed || isConfirmed(hits) || openOf(hits).length > 0)) return true;
  const rules: Record<FourEyes, () => boolean> = {
    never: () => false,
    hits: () => decided.hits.length > 0,
    disagreement: () => isAgainst(decided),
    always: () => true,
  };
  return rules[decided.fourEyes]();
}

/** Whether a decision contradicts an earlier one, or the measurements. */
function isAgainst({ status, outcome, facts, hits }: DecisionFacts): boolean {
  if (status !== 'in_review') return true;
  const isSuspect = facts.details === 'under_age' || isConfirmed(hits) || SUSPECT.includes(facts.selfie);
  const isClear = facts.details === 'ok' && facts.selfie === 'passed' && facts.aml === 'clear';
  return outcome === 'approved' ? isSuspect : isClear;
}

const isConfirmed = (hits: readonly FoundHit[]) => hits.some(({ resolution }) => resolution === 'true_match');

const SUSPECT: readonly CaseFacts['selfie'][] = ['spoof', 'no_match', 'retry'];
