import type { SelfieReason } from '../../contract/selfieCheck.ts';

/** What a family name forces in test mode, each part absent unless the name asks for it. Pure data. */
export interface ForcedOutcome {
  /** The details read as those of somebody under age. */
  isUnderAge?: true;
  /** The verdict on the selfie, whatever the pictures show. */
  selfie?: ForcedSelfie;
  /** What screening finds: nothing can be said, or the fictional entry of that name. */
  screening?: 'unavailable' | { listedAs: string };
  /** How long a case that has all its input is processed, in milliseconds. */
  processingMs?: number;
  /** Goes to review, and is decided there after so many milliseconds. */
  review?: { outcome: 'approved' | 'declined'; afterMs: number };
  /** The submission of the details fails once for each Idempotency-Key. */
  failsOnce?: true;
}

/** A verdict as words; nothing was measured, so there are no scores. */
export interface ForcedSelfie {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof';
  reasons: SelfieReason[];
  liveness: 'fail' | 'not_performed';
  faceMatch: 'no_match' | 'not_performed';
  /** Later attempts are judged by their pictures. */
  isFirstAttemptAlone?: true;
}
