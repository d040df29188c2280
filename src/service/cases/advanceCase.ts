import { randomInt } from 'node:crypto';
import type { Kysely, Updateable } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { enqueue } from '../jobs/jobs.ts';
import { forcedBy } from '../testmode/forcedBy.ts';
import type { CaseRow } from './caseRow.ts';
import { expireDocument } from './expireDocument.ts';
import { moveCase } from './moveCase.ts';
import { decideOutcome, type Outcome } from './outcome.ts';
import { dueOf, isDocumentOpen, isProven } from './requirements.ts';

/** Advances a case as far as its facts allow: to `processing` with the last due item, then to its outcome. */
export async function advanceCase(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<CaseRow> {
  const now = context.clock();
  let current = row;
  if (current.status === 'requires_input' && dueOf(current).length === 0) {
    const facts = JSON.stringify({ ...current.facts, amlGivenUp: false });
    const set = { submitted_at: now, last_error: null, facts };
    current = await moveCase(context, tx, current, { to: 'processing', by: 'input', set });
    // If screening failed while the person was typing, its time limit starts again.
    if (current.facts.aml === 'unavailable') {
      await enqueue(context, tx, { kind: 'screen_case', row: current });
    }
  }
  if (current.status !== 'processing') return current;
  const { processingMs = 0, review } = forcedBy(current.test_outcome);
  const slowUntil = new Date((current.submitted_at ?? now).getTime() + processingMs);
  if (slowUntil > now) {
    await enqueue(context, tx, { kind: 'settle_case', row: current, runAt: slowUntil });
    return current;
  }
  current = await expireDocument(context, tx, current);
  const { status, reasons } = outcomeOf(current);
  if (status === 'processing') return current;
  const isForQuality = status === 'approved' && isSampled(context.config.desk.qaSamplePercent);
  const set = isForQuality ? sampleOf(context, now) : {};
  current = await moveCase(context, tx, current, { to: status, by: 'policy', reasons, set });
  if (status === 'in_review' && review) {
    const runAt = new Date(now.getTime() + review.afterMs);
    await enqueue(context, tx, { kind: 'review_test_case', row: current, runAt });
  }
  return current;
}

/** A sampled case gets a due time like every other case. */
function sampleOf({ config }: ServiceContext, now: Date): Updateable<CasesTable> {
  const due_at = new Date(now.getTime() + config.desk.reviewDueHours * 3_600_000);
  return { sampled_at: now, due_at };
}

/** Whether an automatic approval is sampled for review: at random, so that it is unpredictable. */
export function isSampled(percent: number): boolean {
  return percent > 0 && randomInt(1_000_000) < percent * 10_000;
}

/** The facts about the credential. A required credential that is missing counts as `missing`. */
function credentialFacts({ facts, policy }: CaseRow) {
  const { credential } = facts;
  const isMissing = credential === 'none' && policy.credential === 'require';
  return { credential: isMissing ? ('missing' as const) : credential };
}

/**
 * The facts about the document. A required document that was not shown counts as `missing`; with a credential none is required, and
 * one that could not be read does not matter.
 */
function documentFacts(row: CaseRow) {
  const { policy, assurance } = row;
  return {
    ...documentWord(row),
    isDocumentOpen: isDocumentOpen(row),
    documentExpired: policy.documentExpired,
    reference: assurance.reference,
  };
}

function documentWord(row: CaseRow) {
  const { facts, policy } = row;
  const { documentReason } = facts;
  const document = facts.document === 'unreadable' && isProven(row) ? 'none' : facts.document;
  const isWanted = policy.document === 'require' || facts.documentRequested;
  if (document === 'none' && isWanted && !isProven(row))
    return { document: 'missing' as const, documentReason: 'document_missing' as const };
  if (facts.documentReplayed && !isProven(row)) {
    const documentReason = 'document_replayed' as const;
    if (document === 'read' || document === 'expired')
      return { document: 'doubtful' as const, documentReason };
    if (document === 'captured' || document === 'unreadable') return { document, documentReason };
  }
  if (document === 'read' && lacksPicture(row))
    return { document: 'doubtful' as const, documentReason: 'document_no_portrait' as const };
  return { document, documentReason };
}

/**
 * Whether the face was compared with no picture although a document was read. Its portrait is not kept of whoever refuses the face check
 * at first, and accepts it later.
 */
function lacksPicture(row: CaseRow): boolean {
  const { facts, policy, assurance } = row;
  const isWanted = policy.documentPortrait === 'compare' && facts.selfie !== 'refused' && !isProven(row);
  return isWanted && assurance.reference === 'none';
}

function outcomeOf(row: CaseRow): Outcome {
  const { selfie, selfieBefore } = row.facts;
  const outcome = decideOutcome({
    ...row.facts,
    // A refusal of the face check does not undo a spoof.
    selfie: selfie === 'refused' && selfieBefore === 'spoof' ? 'spoof' : selfie,
    ...credentialFacts(row),
    ...documentFacts(row),
    mode: row.mode,
    onSpoof: row.policy.onSpoof,
    attemptsLeft: row.attempts_left,
  });
  const isDoubted = Boolean(forcedBy(row.test_outcome).review) || row.facts.isCorrected;
  const reviewed = isDoubted && outcome.status === 'approved';
  return reviewed ? { status: 'in_review', reasons: ['review_required'] } : outcome;
}
