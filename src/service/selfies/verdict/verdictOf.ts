import {
  type ChallengeStep,
  type SelfieCheck,
  type SelfieReason,
  type SelfieSignals,
  unmeasured,
} from '../../../contract/selfieCheck.ts';
import {
  areBothEyesCovered,
  type FrameAnalysis,
  faceDistance,
  judgeChallenge,
  judgeQuality,
  type LightProblem,
  type QualityProblem,
  type RecordingAnalysis,
} from '../../../vision/index.ts';
import type { Verdict } from '../examiner.ts';
import { noSignals } from '../selfieFacts.ts';
import type { People } from './comparePeople.ts';
import testFaces from './testFaces.json' with { type: 'json' };
import { verdictThresholds } from './thresholds.ts';

/** The measurements of all pictures of a capture. */
export interface CaptureAnalysis {
  steps: ChallengeStep[];
  /** One analysis for each step, in order. */
  frames: FrameAnalysis[];
  /** Whether the same file was sent for two steps: no camera produces identical bytes twice. */
  isRepeated: boolean;
  /** Comparison with the reference picture; `null` if there is none. */
  compared: Comparison | null;
  /** Whether that comparison is shown to reviewers and decides nothing. */
  isReferenceEvidence: boolean;
  /** The analysed recording; `null` if there is none, `analysis: null` if it could not be read. */
  recording: AnalysedRecording | null;
  people: People;
  /** Whether the drawn face of test mode counts as a person. */
  isTestFaceAllowed: boolean;
}

const untold = { result: 'inconclusive', score: null } as const;

/**
 * Judges a capture in this order: whether its pictures are good enough, whether they show one person who followed the
 * challenge in one recording, and whether this is the person of the reference picture. A capture with only `center`
 * skipped the challenge: its picture must be good, and a reviewer judges the rest.
 */
export function verdictOf(capture: CaptureAnalysis): Verdict {
  const { compared, frames } = capture;
  if (!compared || !capture.isReferenceEvidence) return verdictWith(capture);
  const verdict = verdictWith({ ...capture, compared: null });
  const documentPortrait = poorReasons(frames).length > 0 ? untold : matchReference(compared);
  return { ...verdict, signals: { ...verdict.signals, documentPortrait } };
}

function verdictWith(capture: CaptureAnalysis): Verdict {
  const { frames, compared, recording } = capture;
  const isSkipped = capture.steps.length === 1;
  const signals = signalsOf(recording);
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
  const liveness = isSkipped || !recording ? unmeasured : ({ result: 'pass', score: 1 } as const);
  if (faceMatch.result === 'no_match') return conclude('no_match', 'selfie_face_mismatch', liveness);
  if (isSkipped) return conclude('not_performed', 'selfie_challenge_skipped', liveness);
  if (!recording) return conclude('not_performed', 'selfie_trail_missing', liveness);
  if (faceMatch.result === 'inconclusive') return conclude('retry', 'selfie_reference_undecided', liveness);
  return { selfie: 'passed', reasons: [], liveness, faceMatch, signals };
}

type Refusal = [Verdict['selfie'], SelfieReason, Verdict['liveness']];

/**
 * Why the pictures do not show one person who followed the challenge in one recording; `null` if nothing contradicts
 * it.
 */
function movementRefusal({
  steps,
  frames,
  isRepeated,
  recording,
  people,
  isTestFaceAllowed,
}: CaptureAnalysis): Refusal | null {
  if (people === 'different') {
    return ['spoof', 'selfie_different_faces', { result: 'fail', score: 0 }];
  }
  const score = isRepeated ? 0 : shareOfStepsMet(steps, frames);
  if (score < 1) return ['retry', 'selfie_challenge_failed', { result: 'fail', score }];
  if (recording && (!recording.analysis || recording.analysis.problem)) {
    return ['retry', 'selfie_take_interrupted', { result: 'fail', score: 0 }];
  }
  // The face was stretched without a movement of the head.
  if (recording?.analysis?.isStretched) {
    return ['retry', 'selfie_challenge_failed', { result: 'fail', score: 0 }];
  }
  if (recording?.analysis?.isCovered) return ['retry', 'selfie_occluded', untold];
  if (people === 'doubtful') return ['retry', 'selfie_faces_doubtful', untold];
  if (!isTestFaceAllowed && isTestFace(frames[0]!)) {
    return ['spoof', 'selfie_spoof_suspected', { result: 'fail', score: 0 }];
  }
  return null;
}

/** Causes first: for instance, darkness comes before a missing face. */
const ORDER: readonly SelfieReason[] = [
  'selfie_too_dark',
  'selfie_multiple_faces',
  'selfie_no_face',
  'selfie_occluded',
  'selfie_low_quality',
];

function poorReasons(frames: readonly FrameAnalysis[]): SelfieReason[] {
  // A single eye is meaningful only in a frontal face.
  const [neutral, ...others] = frames;
  const reasons = new Set(pictureReasons(neutral!));
  for (const frame of others) {
    for (const reason of pictureReasons(frame)) if (reason !== 'selfie_occluded') reasons.add(reason);
    const { face } = frame.measurement;
    if (face && areBothEyesCovered(face, verdictThresholds)) reasons.add('selfie_occluded');
  }
  return ORDER.filter((reason) => reasons.has(reason));
}

/** How far a capture follows its challenge, 0 to 1. The first frame is the neutral one. */
function shareOfStepsMet(steps: ChallengeStep[], frames: readonly FrameAnalysis[]): number {
  const verdict = judgeChallenge(
    steps,
    frames.map(({ measurement }) => measurement),
    verdictThresholds,
  );
  const met = verdict.steps.filter(({ problem }) => problem === null).length;
  return Math.floor((100 * met) / steps.length) / 100;
}

/**
 * The descriptor of the neutral frame, the analysis of the reference picture, and its descriptor; a descriptor is
 * `null` if there is no face to describe.
 */
export interface Comparison {
  neutral: Float32Array | null;
  reference: FrameAnalysis;
  face: Float32Array | null;
}

/**
 * Compares the neutral frame with the reference picture. The score is 1 for identical pictures and 0.5 where `no_match`
 * begins. A reference with no face or several faces gives no result.
 */
export function matchReference({ neutral, reference, face }: Comparison): SelfieCheck['faceMatch'] {
  const faces = pictureReasons(reference);
  const unusable = faces.includes('selfie_no_face') || faces.includes('selfie_multiple_faces');
  if (unusable || !neutral || !face) return { result: 'inconclusive', score: null };
  const distance = faceDistance(neutral, face);
  const score = Math.round(100 * Math.max(0, 1 - distance / (2 * verdictThresholds.sameReference))) / 100;
  if (distance <= verdictThresholds.referenceMatch) return { result: 'match', score };
  return { result: distance <= verdictThresholds.sameReference ? 'inconclusive' : 'no_match', score };
}

/** The distance of two faces that a score of `matchReference` stands for, to within 0.006; a score of 0 is 1.2 or more. */
export function distanceOf(score: number): number {
  return (1 - score) * 2 * verdictThresholds.sameReference;
}

/** The reasons why a picture cannot be judged; empty for a good one. The position of the face does not matter here. */
function pictureReasons({ lightProblem, measurement }: FrameAnalysis): SelfieReason[] {
  if (lightProblem) return [lightReason(lightProblem)];
  return judgeQuality(measurement, verdictThresholds).flatMap((problem) => REASONS[problem] ?? []);
}

const REASONS: Partial<Record<QualityProblem, SelfieReason>> = {
  no_face: 'selfie_no_face',
  several_faces: 'selfie_multiple_faces',
  too_small: 'selfie_low_quality',
  too_large: 'selfie_low_quality',
  too_dark: 'selfie_too_dark',
  too_bright: 'selfie_low_quality',
  blurred: 'selfie_low_quality',
  eyes_covered: 'selfie_occluded',
};

/** The reason reported for a picture that shows nothing for lack of light or contrast. */
export function lightReason(problem: LightProblem): SelfieReason {
  return problem === 'too_dark' ? 'selfie_too_dark' : 'selfie_low_quality';
}

/** The trail as compared with the step pictures (`null` if unreadable), and the camera data sent by the page. */
interface AnalysedRecording {
  analysis: RecordingAnalysis | null;
  cameraLabel: string | null;
}

/** The signals of a recording that are shown to a reviewer. */
function signalsOf(recording: AnalysedRecording | null): SelfieSignals {
  if (!recording) return noSignals;
  const { analysis } = recording;
  const label = virtualCameraIn(recording.cameraLabel ?? '');
  if (!analysis) return { ...noSignals, cameraLabel: label };
  const { likeness, neighbours, durationMs, longestGapMs } = analysis;
  return {
    ...noSignals,
    background: likeness === null ? null : distance(likeness),
    neighbours: neighbours === null ? null : distance(neighbours),
    timing: { durationMs, longestGapMs },
    cameraLabel: label,
  };
}

/** The distance that belongs to a correlation: 0 for identical, 1 for nothing in common; rounded to two digits. */
function distance(correlation: number): number {
  return Math.round(100 * Math.min(1, 1 - correlation)) / 100;
}

/**
 * Maximum distance from a drawn face. The drawn faces stay within 0.32 of themselves as they turn; the nearest of 124
 * portraits is at 0.62.
 */
const NEAR = 0.45;

/**
 * The frontal descriptors of the three people that `testface` draws, in thousandths.
 * `test/service/selfies/recording.test.ts` fails if a drawing no longer has its descriptor.
 */
const descriptors = testFaces.map((numbers) => Float32Array.from(numbers, (value) => value / 1000));

/** Whether a frame shows one of the package's own drawn faces. */
export function isTestFace({ descriptor }: FrameAnalysis): boolean {
  return descriptor !== null && descriptors.some((face) => faceDistance(face, descriptor) <= NEAR);
}

/**
 * Names and words in the labels of virtual cameras, as documented by their makers. A program may use any other name:
 * this is a hint for a reviewer, and no proof either way.
 */
const WORDS = [
  'virtual', 'obs', 'manycam', 'xsplit', 'vcam', 'splitcam', 'snap camera', 'droidcam', 'iriun', 'ivcam', 'camo',
  'mmhmm', 'ndi', 'youcam', 'webcamoid', 'akvcam', 'sparkocam', 'fakewebcam', 'camtwist', 'chromacam', 'prism live',
  'dummy video', 'loopback', 'screen capture', 'fake',
]; // biome-ignore format: a list

/**
 * The names of virtual cameras in a camera's label; `null` if it is that of a device. The label itself is not stored: the page
 * could write anything into it.
 */
export function virtualCameraIn(label: string): string | null {
  const words = ` ${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
  const found = WORDS.filter((word) =>
    word.length > 4 ? words.includes(word) : words.includes(` ${word} `),
  );
  return found.length > 0 ? found.join(', ') : null;
}
