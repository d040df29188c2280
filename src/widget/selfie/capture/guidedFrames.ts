import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import type { Hint } from '../../../vision/judge/Hint.ts';
import type { PageEye } from '../../../vision/startEye.ts';
import { encodeFrame } from '../camera/encodeFrame.ts';
import { whenPlaying } from '../camera/whenPlaying.ts';
import type { CaptureGuide, Guided } from './CaptureGuide.ts';
import { FrameClock } from './FrameClock.ts';
import { FrameKeeper } from './FrameKeeper.ts';
import { grabFrame } from './grabFrame.ts';
import { TrailPlan } from './TrailPlan.ts';
import type { TrailRecorder } from './TrailRecorder.ts';

/** One frame of the camera, measured and judged. */
export interface GuidedFrame {
  step: ChallengeStep;
  /** What to tell the person now; `null` while all is well. */
  hint: Hint | null;
  /** Why this very frame does not show the step; `null` if it does. */
  reason: Hint | null;
  /** The picture of the step, once it was met: the sharpest of its frames, as JPEG; and when it was grabbed. */
  picture: Blob | null;
  pictureTime: number;
}

export interface GuidedFramesOptions {
  video: HTMLVideoElement;
  engine: PageEye;
  guide: CaptureGuide;
  /** The step that is due; `null` ends the frames. Asked again for every frame. */
  due: () => ChallengeStep | null;
  /** Records the way from picture to picture. */
  trail: TrailRecorder;
  signal: AbortSignal;
}

/**
 * The way of a frame, from the video to a picture: wait for a new one (`FrameClock`), grab it, have it measured, have it
 * judged (`CaptureGuide`), keep it if it is the best so far (`FrameKeeper`), and pack the best one when the step was met.
 * @throws VisionError if the engine fails; CameraError `small`; the reason of the signal if it is aborted.
 */
export async function* guidedFrames(options: GuidedFramesOptions): AsyncGenerator<GuidedFrame, void> {
  const { video, due, signal } = options;
  const keeper = new FrameKeeper();
  try {
    await whenPlaying(video, signal);
    const clock = new FrameClock(video, signal);
    const judge = frameJudge(options, keeper);
    for (let step = due(); step; step = due()) {
      await clock.next();
      const { hint, reason, isTaken } = await judge(step);
      signal.throwIfAborted();
      const picture = isTaken ? await encodeFrame(keeper.frame!) : null;
      const pictureTime = keeper.time;
      if (isTaken) keeper.release();
      signal.throwIfAborted();
      yield { step, hint, reason, picture, pictureTime };
    }
  } finally {
    keeper.release();
  }
}

/** Grabs one frame after the other, has it measured and judged, and gives it to the trail where it belongs there. */
function frameJudge(
  { video, engine, guide, trail }: GuidedFramesOptions,
  keeper: FrameKeeper,
): (step: ChallengeStep) => Promise<Guided> {
  const plan = new TrailPlan();
  return async (step) => {
    const [measured, copy] = await grabFrame(video);
    const time = performance.now();
    let isKept = false;
    try {
      const measurement = await engine.measure(measured);
      const guided = guide.next(step, measurement, performance.now());
      if (plan.isDue(measurement, time) || guided.isTaken) trail.add(copy, time);
      isKept = guided.frame === 'keep';
      if (isKept) keeper.keep(copy, time);
      return guided;
    } finally {
      if (!isKept) copy.close();
    }
  };
}
