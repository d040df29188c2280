import type { Mode } from '../../contract/mode.ts';
import type { SelfieReason } from '../../contract/selfieCheck.ts';
import { type TestOutcome, testOutcomeOf } from '../../contract/testMode.ts';

/** The outcome that a family name forces; `null` in live mode, and for any other name. */
export function forcedByName(mode: Mode, familyName: string): TestOutcome | null {
  return mode === 'test' ? testOutcomeOf(familyName) : null;
}

/** Whether details are those of somebody: a reserved name of test mode is nobody's name. */
export function isSomebody(
  mode: Mode,
  person: { familyName?: string | undefined } | null | undefined,
): boolean {
  return !!person && !forcedByName(mode, person.familyName ?? '');
}

/** The results forced by an outcome of test mode; empty without one. */
export function forcedBy(outcome: TestOutcome | null): ForcedOutcome {
  return outcome ? FORCED[outcome] : {};
}

const DELAY_MS = 10_000;

/** The selfie passes if a name forces the outcome of another check, so that the forced outcome is reached. */
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
  DOCUMENT_EXPIRED: { document: 'expired' },
  DOCUMENT_UNREADABLE: { document: 'unreadable' },
  DOCUMENT_DIFFERS: { document: 'differs' },
  DOCUMENT_OTHER_FACE: {
    selfie: { ...passed, selfie: 'no_match', reasons: ['selfie_face_mismatch'], faceMatch: 'no_match' },
  },
  DOCUMENT_MISSING: { document: 'missing' },
};

/** The outcome that is forced for a credential, before details are submitted. */
export function forcedForCredential(mode: Mode, familyName: string | undefined): TestOutcome | null {
  const outcome = forcedByName(mode, familyName ?? '');
  return outcome?.startsWith('CREDENTIAL_') ? outcome : null;
}

/** The results that a family name forces in test mode; absent parts are not forced. Pure data. */
interface ForcedOutcome {
  /** Whether the person counts as a minor. */
  isUnderAge?: true;
  /** The forced verdict on the selfie. */
  selfie?: ForcedSelfie;
  /** The forced result of screening: unavailable, or a hit on the fictional entry with this name. */
  screening?: 'unavailable' | { listedAs: string };
  /** The forced results of a credential check; the first three apply to any answer of the wallet. */
  credential?: 'revoked' | 'expired' | 'untrusted' | 'no_portrait';
  /** The forced result of a document check, whatever the pictures show. */
  document?: 'expired' | 'unreadable' | 'differs' | 'missing';
  /** How long a case with complete input stays in `processing`, in milliseconds. */
  processingMs?: number;
  /** The case goes to review, and is decided there after this many milliseconds. */
  review?: { outcome: 'approved' | 'declined'; afterMs: number };
  /** The submission of the details fails once for each Idempotency-Key. */
  failsOnce?: true;
}

/** A forced verdict. Nothing was measured, so it has no scores. */
interface ForcedSelfie {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof';
  reasons: SelfieReason[];
  liveness: 'fail' | 'not_performed';
  faceMatch: 'no_match' | 'not_performed';
  /** Whether only the first attempt is forced. Later attempts are judged by their pictures. */
  isFirstAttemptAlone?: true;
}
