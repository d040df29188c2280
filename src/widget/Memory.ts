import type { ChallengeStep } from '../contract/selfieCheck.ts';

/** What a capture consists of: the check it answers, and one frame per step. */
export interface TakenSelfie {
  checkId: string;
  nonce: string;
  steps: ChallengeStep[];
  frames: Blob[];
}

/** What outlives a step, in memory alone: gone with the page. */
export interface Memory {
  /** Whose memory it is: another case may be another person. */
  caseId: string | null;
  /** The details form as it was last touched. */
  details: FormData | null;
  selfie: TakenSelfie | null;
}
