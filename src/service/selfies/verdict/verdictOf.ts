import { type ChallengeStep, type SelfieReason, unmeasured } from '../../../contract/selfieCheck.ts';
import { areBothEyesCovered, type FrameAnalysis, judgeChallenge } from '../../../vision/index.ts';
import type { Verdict } from '../examiner.ts';
import type { People } from './comparePeople.ts';
import { isTestFace } from './isTestFace.ts';
import { type Comparison, matchReference } from './matchReference.ts';
import { pictureReasons } from './pictureReasons.ts';
import { serviceLimits } from './serviceLimits.ts';
import { type AnalysedTake, signalsOf } from './signalsOf.ts';

/** What was read from the pictures of a capture. */
export interface CaptureAnalysis {
  steps: ChallengeStep[];
  /** One for each step. */
  frames: FrameAnalysis[];
  /** Whether one file came for two steps: no camera gives the same bytes twice. */
  isRepeated: boolean;
  /** With the reference picture; `null` where there is none. */
  compared: Comparison | null;
  /** What the trail says of the frames; `null`: there is none, `analysis: null`: one that could not be read. */
  take: AnalysedTake | null;
  people: People;
  /** Whether the drawn face of test mode counts as a person. */
  isTestFaceAllowed: boolean;
}

const untold = { result: 'inconclusive', score: null } as const;

/**
 * Judges a capture. First whether its pictures are good enough to say anything, then whether it is one person, who
 * followed the challenge, in one take, last whether it is the person of the reference picture. `center` alone is a
 * challenge that was skipped: its picture has to be good, and the rest is left to a human.
 */
export function verdictOf(capture: CaptureAnalysis): Verdict {
  const { frames, compared, take } = capture;
  const isSkipped = capture.steps.length === 1;
  const signals = signalsOf(take);
  const reasons = poorReasons(frames);
  if (reasons.length > 0) {
    const liveness = isSkipped ? unmeasured : untold;
    return { selfie: 'retry', reasons, liveness, faceMatch: compared ? untold : unmeasured, signals };
  }
  const faceMatch = compared ? matchReference(compared) : unmeasured;
  const conclude = (
    selfie: Verdict['selfie'],
    reason: SelfieReason,
    liveness: Verdict['liveness'],
  ): Verdict => ({ selfie, reasons: [reason], liveness, faceMatch, signals });

  const refusal = isSkipped ? null : movementRefusal(capture);
  if (refusal) return conclude(...refusal);
  const liveness = isSkipped || !take ? unmeasured : ({ result: 'pass', score: 1 } as const);
  if (faceMatch.result === 'no_match') return conclude('no_match', 'selfie_face_mismatch', liveness);
  if (isSkipped) return conclude('not_performed', 'selfie_challenge_skipped', liveness);
  if (!take) return conclude('not_performed', 'selfie_trail_missing', liveness);
  if (faceMatch.result === 'inconclusive') return conclude('retry', 'selfie_reference_undecided', liveness);
  return { selfie: 'passed', reasons: [], liveness, faceMatch, signals };
}

type Refusal = [Verdict['selfie'], SelfieReason, Verdict['liveness']];

/** Why the pictures are not one person's answer to the challenge in one take; `null` if they are, as far as can be seen. */
function movementRefusal({
  steps,
  frames,
  isRepeated,
  take,
  people,
  isTestFaceAllowed,
}: CaptureAnalysis): Refusal | null {
  if (people === 'different') {
    return ['spoof', 'selfie_different_faces', { result: 'fail', score: 0 }];
  }
  const score = isRepeated ? 0 : shareOfStepsMet(steps, frames);
  if (score < 1) return ['retry', 'selfie_challenge_failed', { result: 'fail', score }];
  if (take && (!take.analysis || take.analysis.problem)) {
    return ['retry', 'selfie_take_interrupted', { result: 'fail', score: 0 }];
  }
  // The face moved, and no head with it.
  if (take?.analysis?.isStretched) {
    return ['retry', 'selfie_challenge_failed', { result: 'fail', score: 0 }];
  }
  if (take?.analysis?.isCovered) return ['retry', 'selfie_occluded', untold];
  if (people === 'doubtful') return ['retry', 'selfie_faces_doubtful', untold];
  if (!isTestFaceAllowed && isTestFace(frames[0]!)) {
    return ['spoof', 'selfie_spoof_suspected', { result: 'fail', score: 0 }];
  }
  return null;
}

/** The cause first: in the dark there is no face either. */
const ORDER: readonly SelfieReason[] = [
  'selfie_too_dark',
  'selfie_multiple_faces',
  'selfie_no_face',
  'selfie_occluded',
  'selfie_low_quality',
];

function poorReasons(frames: readonly FrameAnalysis[]): SelfieReason[] {
  // One eye alone says something only of a face from the front.
  const [neutral, ...others] = frames;
  const found = new Set(pictureReasons(neutral!));
  for (const frame of others) {
    for (const reason of pictureReasons(frame)) if (reason !== 'selfie_occluded') found.add(reason);
    const { face } = frame.measurement;
    if (face && areBothEyesCovered(face, serviceLimits)) found.add('selfie_occluded');
  }
  return ORDER.filter((reason) => found.has(reason));
}

/** How far a capture follows its challenge, 0 to 1. The first frame is the neutral one. */
function shareOfStepsMet(steps: ChallengeStep[], frames: readonly FrameAnalysis[]): number {
  const verdict = judgeChallenge(
    steps,
    frames.map(({ measurement }) => measurement),
    serviceLimits,
  );
  const met = verdict.steps.filter(({ problem }) => problem === null).length;
  return Math.floor((100 * met) / steps.length) / 100;
}
