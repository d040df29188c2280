import type { FrameAnalysis } from '../analyseFrame.ts';
import { poseBetween } from '../face/poseBetween.ts';
import type { Picture } from '../picture.ts';
import { backgroundLikeness, correlation } from './backgroundLikeness.ts';
import { faceLight, isCovered } from './faceIllumination.ts';
import { isOutlineStill } from './isOutlineStill.ts';
import { isOutOfShape } from './isOutOfShape.ts';
import type { TrailFrame, TrailReader } from './TrailReader.ts';
import type { Thumbnail } from './thumbnail.ts';

/** A step picture with a face, including its thumbnail, to be compared with the trail. */
export interface StepPicture {
  time: number;
  picture: Picture;
  analysis: FrameAnalysis;
  frame: TrailFrame;
}

/** Minimum correlation of two consecutive frames, which are at most half a second apart. */
const MIN_NEIGHBOUR = 0.5;
/** Correlation of two consecutive frames above which a head is at rest. */
const AT_REST = 0.93;
/** Milliseconds: no frame is measured between two frames that are closer than this. */
const NEAR_MS = 100;
/**
 * Correlation of a step picture with the trail frame of the same moment above which the face need not be searched
 * again.
 */
const SAME_MOMENT = 0.985;
/**
 * Minimum likeness of the background of each step picture to that of the neutral one. A head turned by 40 degrees left
 * 0.36 of a room. Of photographs of one person from different occasions 88 % are below this minimum, half are below
 * 0.08.
 */
const MIN_LIKENESS = 0.35;
/** Maximum distance of a step picture from a frame of the trail, in milliseconds. */
const MAX_APART_MS = 260;
/**
 * A trail frame may differ from the step picture of the same moment as much as two frames that are this many
 * milliseconds apart.
 */
const SIZE_MS = 150;

/**
 * Checks whether step pictures come from one recording. The trail between two steps is bisected at half of the change,
 * until its ends are no further apart than a face moves from one frame to the next. So only the necessary frames are
 * measured. In addition, every frame is compared with the previous one as a whole.
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

/**
 * Whether mouth or eyes are covered in a step picture after the neutral one, or in a frame that the analysis has
 * measured.
 */
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
    // If the face was far from its expected position, the landmarks may be wrong: then every frame from the previous
    // step on is checked.
    if (problem && !isContinuousThroughout(trail.unread(), anchors[i]!, anchor)) return problem;
  }
  for (const [i, anchor] of anchors.slice(1).entries()) {
    const [from, ...rest] = trail.thumbnails.slice(anchors[i]!, anchor + 1);
    if (rest.length > 1 && isBlend(from!, rest.slice(0, -1), rest.at(-1)!)) return 'blend';
  }
  return null;
}

/** Whether a step picture agrees with the trail at its time. */
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

/** Whether two pictures differ only in size. */
function isSamePicture(one: Thumbnail, other: Thumbnail): boolean {
  const isOneShape = one.columns === other.columns && one.rows === other.rows;
  return isOneShape && correlation(one.luma, other.luma) >= SAME_MOMENT;
}

/** Whether each frame continues the previous one, measured one after the other. */
function isContinuousThroughout(trail: TrailReader, from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) {
    const [before, now] = [trail.frame(index - 1), trail.frame(index)];
    if (!before || !now || !isContinuous(before, now, now.time - before.time)) return false;
  }
  return true;
}

/** Whether a frame shows a face wherever it differs from the previous one by more than a head at rest explains. */
function hasFaces(trail: TrailReader, correlations: readonly number[]): boolean {
  return correlations.every(
    (likeness, i) => likeness >= AT_REST || (trail.frame(i) !== null && trail.frame(i + 1) !== null),
  );
}

interface Way {
  trail: TrailReader;
  /** Correlation of each frame but the first with the previous one. */
  correlations: readonly number[];
}

/** Checks the trail from one frame to a later one. */
function between(path: Way, from: number, to: number): RecordingProblem | null {
  const [start, end] = [path.trail.frame(from), path.trail.frame(to)];
  if (!start || !end) return 'no_face';
  if (from >= to) return null;
  if (to - from === 1) return isContinuous(start, end, end.time - start.time) ? null : 'jump';
  if (isContinuous(start, end, NEAR_MS)) return null;
  const middle = halfway(path, from, to);
  return between(path, from, middle) ?? between(path, middle, to);
}

/** The frame between two others, at least two apart, before which about half of the change between them occurs. */
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

/** Why the pictures of a capture don't come from one uninterrupted recording. */
export type RecordingProblem =
  /**
   * Times that no camera produces: a gap, steps out of order or outside of the trail, a recording longer than the
   * available time.
   */
  | 'times'
  /** A frame shows no face. */
  | 'no_face'
  /** Face, light or background jump from one frame to the next. */
  | 'jump'
  /** One picture is cross-faded into the next. */
  | 'blend'
  /** A step picture differs from the trail at its time. */
  | 'other_moment'
  /** The background of a step picture is not that of the neutral one. */
  | 'other_place';

/** The result of comparing a trail with its step pictures. */
export interface RecordingAnalysis {
  problem: RecordingProblem | null;
  /** Whether mouth or eyes were covered after the neutral picture, in a step picture or in a measured frame. */
  isCovered: boolean;
  /**
   * Whether the face turned in the step pictures while its outline stayed, or was distorted, as in a photograph that is
   * stretched.
   */
  isStretched: boolean;
  /** The lowest likeness of the background of a step picture to the neutral one, see `backgroundLikeness`. */
  likeness: number | null;
  /** The lowest correlation of two consecutive frames, -1 to 1. */
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

/** RMS difference of lumas below which two pictures are too similar to detect a cross-fade. */
const MIN_CHANGE = 8;
/** Maximum residual of a cross-fade, as a share of the change. A moving head leaves 0.18 and more. */
const MAX_LEFT = 0.1;

/**
 * Whether all pictures between two are a cross-fade of these. A turning head never looks like a mixture of its start
 * and its end.
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
 * The squared residual of `middle` from the best mixture of the other two, by least squares, over all cells.
 * @param along the squared change from the first to the last, of all cells.
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

/** Minimum time between two steps: a person can't be faster. */
const MIN_STEP = 150;
/** Maximum distance of the first and the last step picture from the trail, and maximum delay of a timer. */
const SLACK = 60;

/** Whether the times of the steps and of the trail between them are plausible for one recording. */
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
