import type { DecisionReason } from '../../contract/caseStatus.ts';
import type { SelfieReason } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/changeCase.ts';
import type { Verdict } from './examiner.ts';
import { userMessage } from './userMessage.ts';

/** What a verdict means for its case: the facts it is judged by, the attempts left, and what to tell the person. */
export function selfieFacts(
  row: CaseRow,
  verdict: Verdict,
): Pick<CaseRow, 'facts' | 'attempts_left' | 'last_error'> {
  const { selfie, reasons } = verdict;
  const attemptsLeft = selfie === 'not_performed' ? row.attempts_left : Math.max(0, row.attempts_left - 1);
  // One that was decided or has ended meanwhile asks for nothing more.
  const isOpen = row.status === 'requires_input' || row.status === 'processing';
  const again = isOpen && (selfie === 'retry' || selfie === 'no_match') && attemptsLeft > 0;
  const code = reasons[0] ?? 'selfie_low_quality';
  return {
    facts: { ...row.facts, selfie, selfieReason: reviewReason(selfie, reasons) },
    attempts_left: attemptsLeft,
    last_error: again ? { code, userMessage: userMessage(code), retryable: true } : null,
  };
}

function reviewReason(selfie: Verdict['selfie'], reasons: readonly SelfieReason[]): DecisionReason {
  if (selfie === 'spoof') {
    return reasons.includes('selfie_different_faces') ? 'selfie_different_faces' : 'selfie_spoof_suspected';
  }
  if (selfie !== 'not_performed') return 'review_required';
  return reasons.includes('selfie_challenge_skipped') ? 'selfie_challenge_skipped' : 'engine_unavailable';
}
