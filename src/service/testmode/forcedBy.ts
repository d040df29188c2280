import type { Mode } from '../../contract/mode.ts';
import type { SelfieReason } from '../../contract/selfieCheck.ts';
import { type TestOutcome, testOutcomeOf } from '../../contract/testMode.ts';

/** The outcome that a family name asks for; `null` in live mode, and for any other name. */
export function forcedByName(mode: Mode, familyName: string): TestOutcome | null {
  return mode === 'test' ? testOutcomeOf(familyName) : null;
}

/** The results forced by an outcome of test mode; empty without one. */
export function forcedBy(outcome: TestOutcome | null): ForcedOutcome {
  return outcome ? FORCED[outcome] : {};
}

const DELAY_MS = 10_000;

/** Where a name forces something else than the selfie, the selfie must not stand in its way. */
const passed: ForcedSelfie = {
  selfie: 'passed',
  reasons: [],
  liveness: 'not_performed',
  faceMatch: 'not_performed',
};

const FORCED: Record<TestOutcome, ForcedOutcome> = {
  APPROVE: { selfie: passed },
  SELFIE_RETRY_1: {
    selfie: { ...passed, selfie: 'retry', reasons: ['selfie_low_quality'], isFirstAttemptAlone: true },
  },
  SPOOF: { selfie: { ...passed, selfie: 'spoof', reasons: ['selfie_spoof_suspected'], liveness: 'fail' } },
  FACE_MISMATCH: {
    selfie: { ...passed, selfie: 'no_match', reasons: ['selfie_face_mismatch'], faceMatch: 'no_match' },
  },
  UNDERAGE: { isUnderAge: true },
  AML_POSSIBLE: { selfie: passed, screening: { listedAs: 'Possible Testcase' } },
  AML_SANCTION: { selfie: passed, screening: { listedAs: 'Sanctioned Testperson' } },
  AML_PEP: { selfie: passed, screening: { listedAs: 'Exposed Testofficial' } },
  AML_DOWN: { selfie: passed, screening: 'unavailable' },
  REVIEW_APPROVE: { selfie: passed, review: { outcome: 'approved', afterMs: DELAY_MS } },
  REVIEW_DECLINE: { selfie: passed, review: { outcome: 'declined', afterMs: DELAY_MS } },
  SLOW_10: { selfie: passed, processingMs: DELAY_MS },
  ERROR_503: { failsOnce: true },
  CREDENTIAL_REVOKED: { credential: 'revoked' },
  CREDENTIAL_EXPIRED: { credential: 'expired' },
  CREDENTIAL_UNTRUSTED: { credential: 'untrusted' },
  CREDENTIAL_NO_PORTRAIT: { credential: 'no_portrait' },
  CREDENTIAL_OTHER_FACE: {
    selfie: { ...passed, selfie: 'no_match', reasons: ['selfie_face_mismatch'], faceMatch: 'no_match' },
  },
};

/** The outcome that is forced for a credential: it is known before the details are. */
export function forcedForCredential(mode: Mode, familyName: string | undefined): TestOutcome | null {
  const outcome = forcedByName(mode, familyName ?? '');
  return outcome?.startsWith('CREDENTIAL_') ? outcome : null;
}

/** The results that a family name forces in test mode; absent parts are not forced. Pure data. */
interface ForcedOutcome {
  /** The details count as those of a minor. */
  isUnderAge?: true;
  /** The forced verdict on the selfie. */
  selfie?: ForcedSelfie;
  /** What screening finds: nothing can be said, or the fictional entry of that name. */
  screening?: 'unavailable' | { listedAs: string };
  /** The forced results of a credential check; the first three apply to any answer of the wallet. */
  credential?: 'revoked' | 'expired' | 'untrusted' | 'no_portrait';
  /** How long a case that has all its input is processed, in milliseconds. */
  processingMs?: number;
  /** Goes to review, and is decided there after this many milliseconds. */
  review?: { outcome: 'approved' | 'declined'; afterMs: number };
  /** The submission of the details fails once for each Idempotency-Key. */
  failsOnce?: true;
}

/** A verdict as words; nothing was measured, so there are no scores. */
interface ForcedSelfie {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof';
  reasons: SelfieReason[];
  liveness: 'fail' | 'not_performed';
  faceMatch: 'no_match' | 'not_performed';
  /** Later attempts are judged by their pictures. */
  isFirstAttemptAlone?: true;
}
