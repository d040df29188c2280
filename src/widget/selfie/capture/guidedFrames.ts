import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import type { Hint } from '../../../vision/judge/hintFor.ts';
import type { PageFaceEngine } from '../../../vision/startFaceEngine.ts';
import { encodeFrame, whenPlaying } from '../camera/takeFrame.ts';
import type { CaptureGuide, Guided } from './CaptureGuide.ts';
import { TrailPlan, type TrailRecorder } from './TrailRecorder.ts';

/** One frame of the camera, measured and judged. */
export interface GuidedFrame {
  step: ChallengeStep;
  /** The hint to show now; `null` if there is none. */
  hint: Hint | null;
  /** Why this frame does not show the step; `null` if it does. */
  reason: Hint | null;
  /** The sharpest picture of a completed step as JPEG, and the time of its frame. */
  picture: Blob | null;
  pictureTime: number;
}

export interface GuidedFramesOptions {
  video: HTMLVideoElement;
  engine: PageFaceEngine;
  guide: CaptureGuide;
  /** The current step; `null` ends the frames. Called for every frame. */
  due: () => ChallengeStep | null;
  /** Records the frames between the step pictures. */
  trail: TrailRecorder;
  signal: AbortSignal;
}

/**
 * Processes each frame of the video: wait for a new one (`FrameClock`), grab it, measure it, judge it (`CaptureGuide`),
 * keep it if it is the best so far (`FrameKeeper`), and encode the best one when the step is completed.
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

/** Grabs one frame after the other, measures and judges it, and adds it to the trail if it is due. */
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

/**
 * Waits for the next frame of a video. A frame that arrived while the previous one was being processed counts: waiting
 * for another one would halve the rate as soon as processing takes longer than a frame.
 */
class FrameClock {
  readonly #video: HTMLVideoElement;
  readonly #signal: AbortSignal;
  #isFresh = false;
  #waiting: (() => void) | null = null;

  /** @param signal stops it; a pending wait rejects with its reason. */
  constructor(video: HTMLVideoElement, signal: AbortSignal) {
    this.#video = video;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#waiting?.(), { once: true });
    this.#listen();
  }

  async next(): Promise<void> {
    if (!this.#isFresh) await this.#arrival();
    this.#signal.throwIfAborted();
    this.#isFresh = false;
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  #listen = (): void => {
    if (this.#signal.aborted) return;
    const onFrame = () => {
      this.#isFresh = true;
      this.#waiting?.();
      this.#waiting = null;
      this.#listen();
    };
    if ('requestVideoFrameCallback' in this.#video) this.#video.requestVideoFrameCallback(onFrame);
    else requestAnimationFrame(onFrame);
  };
}

/** Holds at most one frame and closes the one it replaces: a camera has only a few frame buffers. */
class FrameKeeper {
  /** Time of the frame, in milliseconds. */
  time = 0;
  #frame: CameraFrame | null = null;

  get frame(): CameraFrame | null {
    return this.#frame;
  }

  keep(frame: CameraFrame, time: number): void {
    this.release();
    this.time = time;
    this.#frame = frame;
  }

  release(): void {
    this.#frame?.close();
    this.#frame = null;
  }
}

/** A camera frame that the engine accepts. */
type CameraFrame = VideoFrame | ImageBitmap;

/**
 * The current picture of a video, twice: one to measure and one to store if accepted. A VideoFrame is reference
 * counted, so nothing is copied. Without VideoFrame, bitmaps are used.
 */
async function grabFrame(video: HTMLVideoElement): Promise<[measured: CameraFrame, kept: CameraFrame]> {
  if (typeof VideoFrame === 'function') {
    const frame = new VideoFrame(video);
    return [frame, frame.clone()];
  }
  return Promise.all([createImageBitmap(video), createImageBitmap(video)]);
}

/** Milliseconds between two trail frames if head motion is not measured. */
const EACH_MS = 180;
/** Milliseconds without a measured frame after which the trail gets one that is not: a slow engine leaves no gap. */
const FILL_MS = 300;

export interface RecordOptions {
  video: HTMLVideoElement;
  trail: TrailRecorder;
  /** Ends the recording. */
  signal: AbortSignal;
  /** Whether the guidance measures frames, so that only gaps between them are filled. */
  isGuided: boolean;
  /** Called with the reason if there is no trail. */
  failed: (detail: string) => void;
}

/** Records the trail while the person presses the button, or beside the guidance. */
export async function recordTrail({ video, trail, signal, isGuided, failed }: RecordOptions): Promise<void> {
  try {
    await whenPlaying(video, signal);
    const clock = new FrameClock(video, signal);
    for (;;) {
      await clock.next();
      const now = performance.now();
      if (trail.since(now) >= (isGuided ? FILL_MS : EACH_MS)) trail.add(video, now);
    }
  } catch (error) {
    // Without a trail the pictures are still taken, and a human reviews them.
    if (!signal.aborted)
      failed(
        error instanceof Error ? error.message : 'The frames between the pictures could not be recorded.',
      );
  }
}
