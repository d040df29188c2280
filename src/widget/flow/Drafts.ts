import type { ChallengeStep, SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { DetailsDraft } from '../form/DetailsDraft.ts';

/** The pictures of a selfie: one per step, in the order of the steps, and the take that they come from. */
export interface Take {
  steps: ChallengeStep[];
  frames: Blob[];
  /** Small pictures of the way from step to step, and the milliseconds of each and of the step pictures. */
  trail?: Blob[];
  trailTimes?: number[];
  times?: number[];
  /** Whether the guidance took them: then it found nothing wrong with them. */
  isChecked?: boolean;
  /** What the browser calls the camera. */
  cameraLabel?: string;
}

/** What a capture consists of: the check it answers, and the pictures. */
export interface TakenSelfie {
  check: SessionSelfieCheck;
  take: Take;
}

/** State that outlives a step, in memory only: it is lost with the page. */
export interface Drafts {
  /** Whose drafts they are: another case may be another person. */
  caseId: string | null;
  /** The personal details as they were last touched. */
  details: DetailsDraft | null;
  /** Pictures that are looked at or sent. */
  selfie: TakenSelfie | null;
}
