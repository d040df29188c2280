import { type FrameAnalysis, faceDistance, meanDescriptor, type TrailReader } from '../../../vision/index.ts';
import { verdictThresholds } from './thresholds.ts';

/** Whether the frames show one person; `different` only if both the pictures and the trail show it. */
export type People = 'same' | 'doubtful' | 'different';

/**
 * Compares the frame of each step with the neutral frame. If one descriptor is not conclusive, several are averaged:
 * the trail frames around that moment and their mirror images. Without a trail, only "same person" can be certain.
 */
export function comparePeople(
  [neutral, ...others]: readonly FrameAnalysis[],
  moments: Moments | null,
): People {
  let people: People = 'same';
  for (const [i, other] of others.entries()) {
    if (!neutral?.descriptor || !other.descriptor) continue;
    if (faceDistance(neutral.descriptor, other.descriptor) <= verdictThresholds.sameFaceSurely) continue;
    const result = moments
      ? compareMoments([neutral.descriptor, other.descriptor], moments, i + 1)
      : compareTwo(neutral.descriptor, other.descriptor);
    if (result === 'different') return result;
    if (result === 'doubtful') people = result;
  }
  return people;
}

function compareTwo(one: Float32Array, other: Float32Array): People {
  return faceDistance(one, other) <= verdictThresholds.sameFace ? 'same' : 'doubtful';
}

/**
 * One trail frame per picture suffices if the result is conclusive: computing a descriptor is the most expensive part.
 */
function compareMoments(
  [neutral, stepDescriptor]: [Float32Array, Float32Array],
  moments: Moments,
  step: number,
): People {
  const viewed = (beside: 0 | 1) =>
    [viewsAt(neutral, moments, 0, beside), viewsAt(stepDescriptor, moments, step, beside)] as const;
  const [views, fewOther] = viewed(0);
  if (faceDistance(meanDescriptor(views), meanDescriptor(fewOther)) <= verdictThresholds.sameFaceSurely)
    return 'same';
  return compareViews(...viewed(1));
}

/** The first view of each moment is the step picture, the others are trail frames. */
function compareViews(one: readonly Float32Array[], other: readonly Float32Array[]): People {
  if (faceDistance(meanDescriptor(one), meanDescriptor(other)) <= verdictThresholds.sameFaceAveraged)
    return 'same';
  if (one.length === 1 || other.length === 1) return 'doubtful';
  const pictures = faceDistance(one[0]!, other[0]!);
  const trails = faceDistance(meanDescriptor(one.slice(1)), meanDescriptor(other.slice(1)));
  return Math.min(pictures, trails) > verdictThresholds.differentFace ? 'different' : 'doubtful';
}

/** The trail of a recording, and the time of each step picture in it. */
export interface Moments {
  reader: TrailReader;
  times: readonly number[];
}

/**
 * The descriptor of a step picture, and those of the trail frames around its time.
 * @param beside number of trail frames before and after the nearest one.
 */
export function viewsAt(
  descriptor: Float32Array,
  { reader, times }: Moments,
  step: number,
  beside: 0 | 1 = 1,
): Float32Array[] {
  const middle = reader.nearest(times[step]!);
  const around = beside === 0 ? [middle] : [middle - 1, middle, middle + 1];
  const near = around.filter(
    (index) =>
      index >= 0 &&
      index < reader.length &&
      Math.abs(reader.pictures[index]!.time - times[step]!) <= verdictThresholds.momentMs,
  );
  return [descriptor, ...near.map((index) => reader.describe(index)).filter((view) => view !== null)];
}
