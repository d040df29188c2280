import { type DecisionReason, undecidedStatuses } from '../../contract/caseStatus.ts';
import { type SelfieReason, type SelfieSignals, unmeasured } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { forcedBy } from '../testmode/forcedBy.ts';
import type { Verdict } from './examiner.ts';

/** Translates a verdict into changes of its case: facts, remaining attempts and the message to the person. */
export function selfieFacts(
  row: CaseRow,
  verdict: Verdict,
): Pick<CaseRow, 'facts' | 'attempts_left' | 'last_error'> {
  const { selfie, reasons } = verdict;
  const attemptsLeft = selfie === 'not_performed' ? row.attempts_left : Math.max(0, row.attempts_left - 1);
  // A case that was decided or has ended meanwhile asks for nothing more.
  const isOpen = undecidedStatuses.includes(row.status);
  const canRetry = isOpen && (selfie === 'retry' || selfie === 'no_match') && attemptsLeft > 0;
  const code = reasons[0] ?? 'selfie_low_quality';
  return {
    facts: { ...row.facts, selfie, selfieReason: reviewReason(selfie, reasons) },
    attempts_left: attemptsLeft,
    last_error: canRetry ? { code, retryable: true } : null,
  };
}

function reviewReason(selfie: Verdict['selfie'], reasons: readonly SelfieReason[]): DecisionReason {
  if (selfie === 'spoof') {
    return SPOOFS.find((reason) => reasons.includes(reason)) ?? 'selfie_spoof_suspected';
  }
  if (selfie !== 'not_performed') return 'review_required';
  const unperformed = reasons.find((reason) => UNPERFORMED.includes(reason as DecisionReason));
  return (unperformed as DecisionReason | undefined) ?? 'engine_unavailable';
}

/** Reasons that indicate a spoof by themselves. */
const SPOOFS = ['selfie_replayed', 'selfie_different_faces'] as const;

/** The reasons why a selfie could not be judged although there is an engine. */
const UNPERFORMED: readonly DecisionReason[] = [
  'check_failed',
  'pictures_lost',
  'selfie_challenge_skipped',
  'selfie_trail_missing',
  'selfie_reference_undecided',
];

/** The verdict that the family name forces in test mode, if any. */
export function forcedSelfie({ test_outcome, policy, attempts_left }: CaseRow): Verdict | null {
  const { selfie } = forcedBy(test_outcome);
  if (!selfie || (selfie.isFirstAttemptAlone && attempts_left < policy.maxSelfieAttempts)) return null;
  if (test_outcome === 'DOCUMENT_OTHER_FACE' && policy.documentPortrait === 'evidence') {
    const documentPortrait = { result: selfie.faceMatch, score: null };
    const liveness = { result: selfie.liveness, score: null };
    const signals = { ...noSignals, documentPortrait };
    return { selfie: 'passed', reasons: [], liveness, faceMatch: unmeasured, signals };
  }
  return {
    selfie: selfie.selfie,
    reasons: selfie.reasons,
    liveness: { result: selfie.liveness, score: null },
    faceMatch: { result: selfie.faceMatch, score: null },
    signals: noSignals,
  };
}

/** The signals of a recording that was not examined. */
export const noSignals: SelfieSignals = {
  background: null,
  neighbours: null,
  timing: null,
  cameraLabel: null,
  replayOf: null,
  documentPortrait: null,
  notCompared: null,
  handoff: null,
  draws: null,
  stuckAt: null,
};
