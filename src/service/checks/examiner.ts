import type { ChallengeStep, SelfieCheck, SelfieReason } from '../../contract/selfieCheck.ts';

/** What is to be judged: picture files as they came. */
export interface Evidence {
  /** One capture, in the order of the challenge. */
  frames: readonly { step: ChallengeStep; file: Uint8Array }[];
  /** The picture to compare with, where the customer gave one. */
  reference: Uint8Array | null;
}

/** What was found. `passed` only with `liveness` `pass`. */
export interface Verdict {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed';
  reasons: SelfieReason[];
  liveness: SelfieCheck['liveness'];
  faceMatch: SelfieCheck['faceMatch'];
}

/** What a file turned out to be. */
export type Inspection =
  | { mediaType: string /** How many faces; `null` where nobody looked for them. */; faces: number | null }
  | { problem: 'image_unreadable' | 'image_too_small' | 'image_too_large' };

/**
 * Who looks at pictures, in threads of their own. Knows no case, no mode and no database; the same evidence gives
 * the same verdict. Nothing that is measured on the way is kept.
 */
export interface Examiner {
  /** Who judges; `null`: nobody, and every verdict on a picture with something on it is `not_performed`. */
  engine: { name: string; version: string } | null;
  /**
   * Decodes a file; in a reference picture the faces are counted too.
   * @throws {ApiError} `unavailable` if too much is waiting.
   */
  inspect(file: Uint8Array, use: 'frame' | 'reference'): Promise<Inspection>;
  /** @throws if it can't work right now; the check is tried again. */
  judge(evidence: Evidence): Promise<Verdict>;
  close(): Promise<void>;
}
