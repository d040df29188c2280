import type { CaseRow } from '../cases/changeCase.ts';
import type { Verdict } from './examiner.ts';

const unmeasured = { result: 'not_performed', score: null } as const;

/**
 * The verdict that the family name forces in test mode, if any. Where the name forces something else than the selfie,
 * the selfie must not stand in its way.
 */
export function forcedSelfie({ test_outcome, policy, attempts_left }: CaseRow): Verdict | null {
  switch (test_outcome) {
    case 'APPROVE':
    case 'AML_POSSIBLE':
    case 'AML_SANCTION':
    case 'AML_PEP':
    case 'AML_DOWN':
    case 'REVIEW_APPROVE':
    case 'REVIEW_DECLINE':
    case 'SLOW_10':
      return { selfie: 'passed', reasons: [], liveness: unmeasured, faceMatch: unmeasured };
    case 'SELFIE_RETRY_1':
      if (attempts_left < policy.maxSelfieAttempts) return null;
      return {
        selfie: 'retry',
        reasons: ['selfie_low_quality'],
        liveness: unmeasured,
        faceMatch: unmeasured,
      };
    case 'SPOOF':
      return {
        selfie: 'spoof',
        reasons: ['selfie_spoof_suspected'],
        liveness: { result: 'fail', score: null },
        faceMatch: unmeasured,
      };
    case 'FACE_MISMATCH':
      return {
        selfie: 'no_match',
        reasons: ['selfie_face_mismatch'],
        liveness: unmeasured,
        faceMatch: { result: 'no_match', score: null },
      };
    default:
      return null;
  }
}
