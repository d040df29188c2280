import type { FrameAnalysis } from '../analyseFrame.ts';
import { poseBetween } from '../face/poseBetween.ts';
import type { Picture } from '../picture.ts';
import { backgroundLikeness, correlation } from './backgroundLikeness.ts';
import { faceLight, isCovered } from './faceIllumination.ts';
import { isOutlineStill } from './isOutlineStill.ts';
import { isOutOfShape } from './isOutOfShape.ts';
import type { TrailFrame, TrailReader } from './TrailReader.ts';
import type { Thumbnail } from './thumbnail.ts';

/** A step picture with a face, its thumbnail included, as it is held against the trail. */
export interface StepPicture {
  time: number;
  picture: Picture;
  analysis: FrameAnalysis;
  frame: TrailFrame;
}

/** Two frames in a row, half a second apart at most, are at least so alike as a whole. */
const MIN_NEIGHBOUR = 0.5;
/** Of the correlation of two frames in a row; the frames of a head at rest come nearer. */
const AT_REST = 0.93;
/** Frames closer than this, in milliseconds, need no frame between them to be measured. */
const NEAR_MS = 100;
/** Of the correlation of a step picture with the small one of its moment: so like that there is no need to look for the face again. */
const SAME_MOMENT = 0.985;
/**
 * Minimum share of the background of the whole recording that each step picture must show. A head turned by 40 degrees
 * left 0.36 of a room; of photographs of one person from different occasions 88 % stay below, half below 0.08.
 */
const MIN_LIKENESS = 0.35;
/** A step picture lies at most so many milliseconds from a frame of the trail. */
const MAX_APART_MS = 260;
/** A small picture of the same moment may differ from the large one as two frames so many milliseconds apart. */
const SIZE_MS = 150;

/**
 * Whether step pictures come from one recording: the trail is walked from step to step, and parted where half of the change lies
 * as long as its ends are further apart than a face moves from one frame to the next; so the frames that are looked at
 * are no more than needed. Every frame is held against the one before it as a whole.
 */
export function analyseRecording(
  steps: readonly StepPicture[],
  trail: TrailReader,
  times: TimeLimits,
): RecordingAnalysis {
  const trailTimes = trail.pictures.map(({ time }) => time);
  const correlations = trail.thumbnails
    .slice(1)
    .map(({ luma }, i) => correlation(luma, trail.thumbnails[i]!.luma));
  const likenesses = steps
    .slice(1)
    .map(({ frame }) => backgroundLikeness(steps[0]!.frame.background, frame.background))
    .filter((likeness) => likeness !== null);
  const gaps = trailTimes.slice(1).map((time, i) => time - trailTimes[i]!);
  const findings = {
    likeness: likenesses.length > 0 ? Math.min(...likenesses) : null,
    neighbours: Math.min(...correlations),
    durationMs: trailTimes.at(-1)!,
    longestGapMs: Math.max(...gaps),
  };
  const problem = (): RecordingProblem | null => {
    const stepTimes = steps.map(({ time }) => time);
    if (!areTimesPlausible(stepTimes, trailTimes, times)) return 'times';
    if (findings.neighbours < MIN_NEIGHBOUR) return 'jump';
    if ((findings.likeness ?? 1) < MIN_LIKENESS) return 'other_place';
    return walk(steps, trail, correlations) ?? (hasFaces(trail, correlations) ? null : 'no_face');
  };
  return {
    ...findings,
    problem: problem(),
    isCovered: isCoveredLater(steps, trail),
    isStretched: isStretched(steps),
  };
}

function isStretched(steps: readonly StepPicture[]): boolean {
  const faces = steps.map(({ picture, frame: { landmarks, background } }) => ({
    picture,
    landmarks,
    face: background.face,
  }));
  return isOutOfShape(faces.map(({ landmarks }) => landmarks)) || isOutlineStill(faces);
}

/** Over the frames that the analysis has read. */
function isCoveredLater([neutral, ...others]: readonly StepPicture[], trail: TrailReader): boolean {
  const later = trail.framesWithFace.filter(({ time }) => time > neutral!.time);
  return [...others.map(({ frame }) => frame), ...later].some(({ illumination }) =>
    isCovered(neutral!.frame.illumination, illumination),
  );
}

function walk(
  steps: readonly StepPicture[],
  trail: TrailReader,
  correlations: readonly number[],
): RecordingProblem | null {
  const anchors = steps.map(({ time }) => trail.nearest(time));
  for (const [i, step] of steps.entries()) {
    const problem = atMoment(step, trail, anchors[i]!);
    if (problem) return problem;
  }
  for (const [i, anchor] of anchors.slice(1).entries()) {
    const problem = between({ trail, correlations }, anchors[i]!, anchor);
    // Where the face was far off when it was looked for, the landmarks may err: then every frame from the one before it.
    if (problem && !isContinuousThroughout(trail.unread(), anchors[i]!, anchor)) return problem;
  }
  for (const [i, anchor] of anchors.slice(1).entries()) {
    const [from, ...rest] = trail.thumbnails.slice(anchors[i]!, anchor + 1);
    if (rest.length > 1 && isBlend(from!, rest.slice(0, -1), rest.at(-1)!)) return 'blend';
  }
  return null;
}

/** Whether a step frame agrees with the trail at its time. */
function atMoment(
  { time, frame: step, analysis }: StepPicture,
  trail: TrailReader,
  at: number,
): RecordingProblem | null {
  const apart = Math.abs(time - trail.pictures[at]!.time);
  if (apart > MAX_APART_MS) return 'other_moment';
  if (isSamePicture(step.background.thumbnail, trail.thumbnails[at]!)) {
    trail.know(at, step.landmarks, analysis.measurement.width);
    return null;
  }
  const frame = trail.frame(at, analysis.measurement);
  if (!frame) return 'no_face';
  return isContinuous(step, frame, apart + SIZE_MS) ? null : 'other_moment';
}

/** Whether two pictures differ in their size alone. */
function isSamePicture(one: Thumbnail, other: Thumbnail): boolean {
  const isOneShape = one.columns === other.columns && one.rows === other.rows;
  return isOneShape && correlation(one.luma, other.luma) >= SAME_MOMENT;
}

/** Whether each frame goes on from the one before it, looked at one after the other. */
function isContinuousThroughout(trail: TrailReader, from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) {
    const [before, now] = [trail.frame(index - 1), trail.frame(index)];
    if (!before || !now || !isContinuous(before, now, now.time - before.time)) return false;
  }
  return true;
}

/** Whether there is a face wherever a frame differs from the one before it by more than a head at rest would make it. */
function hasFaces(trail: TrailReader, correlations: readonly number[]): boolean {
  return correlations.every(
    (likeness, i) => likeness >= AT_REST || (trail.frame(i) !== null && trail.frame(i + 1) !== null),
  );
}

interface Way {
  trail: TrailReader;
  /** Of each frame but the first with the one before it. */
  correlations: readonly number[];
}

/** Walks from one frame of the trail to a later one. */
function between(path: Way, from: number, to: number): RecordingProblem | null {
  const [start, end] = [path.trail.frame(from), path.trail.frame(to)];
  if (!start || !end) return 'no_face';
  if (from >= to) return null;
  if (to - from === 1) return isContinuous(start, end, end.time - start.time) ? null : 'jump';
  if (isContinuous(start, end, NEAR_MS)) return null;
  const middle = halfway(path, from, to);
  return between(path, from, middle) ?? between(path, middle, to);
}

/** The frame between two others, at least two apart, before which about half of the change between them lies. */
function halfway({ correlations }: Way, from: number, to: number): number {
  const change = (index: number) => 1 - correlations[index - 1]!;
  let whole = 0;
  for (let index = from + 1; index <= to; index++) whole += change(index);
  let travelled = 0;
  for (let index = from + 1; index < to - 1; index++) {
    travelled += change(index);
    if (travelled >= whole / 2) return index;
  }
  return to - 1;
}

/** Why the pictures of a capture don't come from one uninterrupted take. */
export type RecordingProblem =
  /** Times that no camera gives: a gap, steps out of order or outside of the trail, longer than there was time. */
  | 'times'
  /** A frame shows no face. */
  | 'no_face'
  /** Face, light or surroundings jump from one frame to the next. */
  | 'jump'
  /** One picture fades into the next. */
  | 'blend'
  /** A step frame differs from the trail at its time. */
  | 'other_moment'
  /** The surroundings of a step picture are not those of the neutral one. */
  | 'other_place';

/** The result of comparing a trail with its step frames. */
export interface RecordingAnalysis {
  problem: RecordingProblem | null;
  /** Whether mouth or eyes were covered after the neutral picture, in a step picture or in a frame that was looked at. */
  isCovered: boolean;
  /** Whether the face turned in the step pictures without its outline, or out of shape, as in a photograph that is stretched. */
  isStretched: boolean;
  /** The least likeness of the surroundings of a step picture and the neutral one, see `backgroundLikeness`. */
  likeness: number | null;
  /** The least correlation of two frames in a row, -1 to 1. */
  neighbours: number | null;
  durationMs: number;
  longestGapMs: number;
}

/**
 * Whether a face, its light and its surroundings changed from one frame to another as people and cameras change them
 * within so many milliseconds. In films of people talking and turning the greatest turn was 12 degrees in 0.1 s, 19 in
 * 0.2 s, 25 in 0.3 s and 28 in 0.5 s, the least likeness of the surroundings 0.78, 0.66, 0.65 and 0.52, the logarithm of
 * the ratio of the lumas at most 0.10 to 0.16 and of the widths 0.09 to 0.13, the way of the face 0.07 to 0.17 of its width.
 * One of 4,884 such pairs, of six films at two sizes, is beyond these bounds; of 380 pairs of photographs of one person 14 are within those of 0.45 s.
 */
function isContinuous(a: TrailFrame, b: TrailFrame, ms: number): boolean {
  const seconds = Math.min(ms, 500) / 1000;
  const [one, other] = [a.background.face, b.background.face];
  const { yaw, pitch, roll } = poseBetween(a.landmarks, b.landmarks);
  return (
    Math.hypot(yaw, pitch, roll) <= 14 + 40 * seconds &&
    Math.abs(Math.log(faceLight(b.background) / faceLight(a.background))) <= 0.12 + 0.25 * seconds &&
    Math.abs(Math.log(other.width / one.width)) <= 0.11 + 0.2 * seconds &&
    Math.hypot(one.x - other.x, one.y - other.y) / one.width <= 0.12 + 0.45 * seconds &&
    // What costs most comes last.
    (backgroundLikeness(a.background, b.background) ?? 1) >= 0.725 - 0.35 * seconds
  );
}

/** RMS difference of lumas below which two pictures have nothing to blend. */
const MIN_CHANGE = 8;
/** The residual of a blend, as a share of the change; a head that moves leaves 0.18 and more. */
const MAX_LEFT = 0.1;

/**
 * Whether all pictures between two are nothing but one faded into the other: no head that turns looks like a mixture of
 * where it was and where it will be.
 */
function isBlend(from: Thumbnail, between: readonly Thumbnail[], to: Thumbnail): boolean {
  const cells = from.luma.length;
  let along = 0;
  for (let i = 0; i < cells; i++) along += (to.luma[i]! - from.luma[i]!) ** 2;
  if (between.length === 0 || Math.sqrt(along / cells) < MIN_CHANGE) return false;
  const maxResidual = MAX_LEFT ** 2 * along;
  return between.every((middle) => residual(from.luma, middle.luma, to.luma, along) < maxResidual);
}

/**
 * The residual of `middle` from the best mixture of the other two, by least squares; squared, over all cells.
 * @param along the change from the first to the last, squared, of all cells.
 */
function residual(from: Float32Array, middle: Float32Array, to: Float32Array, along: number): number {
  let across = 0;
  let length = 0;
  for (let i = 0; i < from.length; i++) {
    const step = middle[i]! - from[i]!;
    across += step * (to[i]! - from[i]!);
    length += step * step;
  }
  return length - across ** 2 / along;
}

/** Limits for the times of a recording, in milliseconds. */
interface TimeLimits {
  gap: number;
  duration: number;
}

/** A step can't be met sooner after the one before it. */
const MIN_STEP = 150;
/** How far the first and the last step picture may lie outside of the trail, and by how much a timer is late. */
const SLACK = 60;

/** Whether the times of the steps and of the trail between them are those of one recording. */
function areTimesPlausible(
  times: readonly number[],
  trailTimes: readonly number[],
  { gap, duration }: TimeLimits,
): boolean {
  const [first, last] = [trailTimes[0]!, trailTimes.at(-1)!];
  const inOrder = times.every((time, i) => i === 0 || time - times[i - 1]! >= MIN_STEP);
  const inside = times[0]! >= first - SLACK && times.at(-1)! <= last + SLACK;
  const gaps = trailTimes.slice(1).map((time, i) => time - trailTimes[i]!);
  return inOrder && inside && Math.max(...gaps) <= gap + SLACK && last - first <= duration;
}
