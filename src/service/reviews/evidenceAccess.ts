import type { Kysely } from 'kysely';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import type { JudgementRow } from '../db/store/judgements.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { isWaiting } from './claims.ts';
import { dueTranscription } from './transcribeDocument.ts';

/**
 * Why a case withholds measurements, hits and personal details from somebody who may judge: it may still come to a review;
 * they have not judged it yet; its document is being read, or they have not yet transcribed it; another case of the same reference waits for them; it is
 * decided, and they could still overturn the decision.
 */
export type Withheld = 'open' | 'unjudged' | 'unread_document' | 'untranscribed' | 'sibling' | 'unread';

/** Somebody at the desk before a case. */
export interface Reader {
  reviewer: string;
  /** Whether their role lets them judge. */
  judges: boolean;
  /** Their judgement of the round that the page shows. */
  judgement: JudgementRow | null;
  /** Whether they judge a decided case again. */
  isOverturning: boolean;
  hasPictures: boolean;
}

/**
 * What withholds the evidence of a case: nobody judges a case whose evidence they have seen, in whatever state it was then.
 * Those who do not judge see everything.
 * @returns `null` if nothing does.
 */
export async function withheldFrom(
  db: Kysely<Database>,
  row: CaseRow,
  { reviewer, judges, judgement, isOverturning, hasPictures }: Reader,
): Promise<Withheld | null> {
  if (!judges) return null;
  if (row.status === 'requires_input' || row.status === 'processing') return 'open';
  const hasJudged = judgement?.judged_at != null || judgement?.outcome != null;
  if (isWaiting(row) || isOverturning) {
    if (!judgement || (!hasJudged && hasPictures)) return 'unjudged';
    // Until it is read nobody knows whether it has to be transcribed.
    if (row.facts.document === 'processing') return 'unread_document';
    const isDue = judgement.outcome === null && (await dueTranscription(db, row, judgement)) !== null;
    return isDue ? 'untranscribed' : null;
  }
  if ((await seenEvidence.withWaitingSibling(db, [row.id], reviewer)).length > 0) return 'sibling';
  const isFinal = row.status === 'canceled' || row.status === 'expired';
  return isFinal || hasJudged || (await seenEvidence.has(db, { row, reviewer })) ? null : 'unread';
}

/** @throws {ApiError} `same_reviewer` for somebody who has seen the evidence of the case, unless nobody else is left. */
export async function requireBlind(db: Kysely<Database>, row: CaseRow, reviewer: string): Promise<void> {
  if (await seenEvidence.mayJudge(db, { row, reviewer })) return;
  throw new ApiError('same_reviewer', { detail: SEEN });
}

const SEEN =
  'You have seen the evidence of this case, so you would not judge it blind. Another reviewer has to judge it.';
