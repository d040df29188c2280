import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { type Measurement, resolveThresholds } from '../../../src/vision/index.ts';
import { CaptureGuide, guidanceThresholds } from '../../../src/widget/selfie/capture/CaptureGuide.ts';
import { TrailPlan } from '../../../src/widget/selfie/capture/TrailRecorder.ts';

/** A recording that the page would have accepted from a film: frames by their number in it. */
export interface GuidedRecording {
  steps: ChallengeStep[];
  /** Which frame is the picture of each step, and when it was on. */
  frames: number[];
  times: number[];
  trail: number[];
  trailTimes: number[];
}

/** Ten frames a second. */
const FRAME_MS = 100;
/** A trail has at most so many frames. */
const MAX_FRAMES = 90;

/**
 * Plays a film to the page's own guidance, forth and back again as often as it takes, which no face can tell from a
 * longer film, and gives what the page would send; `null` if the film does not meet the challenge in a trail's time.
 * @param start the frame to begin with.
 */
export function guidedRecording(
  film: readonly Measurement[],
  steps: ChallengeStep[],
  start: number,
): GuidedRecording | null {
  const guide = new CaptureGuide(guidanceThresholds(resolveThresholds()));
  const plan = new TrailPlan();
  const taken: { frame: number; time: number }[] = [];
  const trail: { frame: number; time: number }[] = [];
  let best = { frame: 0, time: 0 };
  for (let n = 0; trail.length < MAX_FRAMES; n++) {
    const frame = swing(start + n, film.length);
    const time = n * FRAME_MS;
    const step = steps[taken.length];
    const measurement = film[frame]!;
    const isDue = plan.isDue(measurement, time);
    if (!step) break;
    const guided = guide.next(step, measurement, time);
    if (isDue || guided.isTaken) trail.push({ frame, time });
    if (guided.frame === 'keep') best = { frame, time };
    if (guided.isTaken) taken.push(best);
    if (n > 4 * film.length) return null;
  }
  if (taken.length < steps.length) return null;
  return fitted(steps, taken, trail);
}

/** The trail as the page cuts it: from just before the first step picture to just after the last. */
function fitted(
  steps: ChallengeStep[],
  taken: readonly { frame: number; time: number }[],
  trail: readonly { frame: number; time: number }[],
): GuidedRecording {
  const first = Math.max(
    0,
    trail.findLastIndex(({ time }) => time <= taken[0]!.time - FRAME_MS),
  );
  const cut = trail.slice(first);
  const zero = cut[0]!.time;
  return {
    steps,
    frames: taken.map(({ frame }) => frame),
    times: taken.map(({ time }) => Math.max(0, time - zero)),
    trail: cut.map(({ frame }) => frame),
    trailTimes: cut.map(({ time }) => time - zero),
  };
}

/** 0, 1, …, last, last - 1, …, 1, 0, 1, … */
function swing(n: number, length: number): number {
  const at = n % (2 * length - 2);
  return at < length ? at : 2 * length - 2 - at;
}
