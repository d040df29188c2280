import type { CaseRow } from '../cases/CaseRow.ts';
import { forcedBy } from '../testmode/forcedBy.ts';
import type { Verdict } from './examiner.ts';
import { noSignals } from './noSignals.ts';

/** The verdict that the family name forces in test mode, if any. */
export function forcedSelfie({ test_outcome, policy, attempts_left }: CaseRow): Verdict | null {
  const { selfie } = forcedBy(test_outcome);
  if (!selfie || (selfie.isFirstAttemptAlone && attempts_left < policy.maxSelfieAttempts)) return null;
  return {
    selfie: selfie.selfie,
    reasons: selfie.reasons,
    liveness: { result: selfie.liveness, score: null },
    faceMatch: { result: selfie.faceMatch, score: null },
    signals: noSignals,
  };
}
