import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { Hint } from '../../vision/judge/Hint.ts';
import type { Limits } from '../../vision/judge/limits.ts';
import { resolveLimits } from '../../vision/judge/resolveLimits.ts';
import { type PageEye, startEye } from '../../vision/startEye.ts';
import { encodeFrame } from '../camera/encodeFrame.ts';
import { whenPlaying } from '../camera/whenPlaying.ts';
import { linkedController } from '../linkedController.ts';
import { CaptureGuide } from './CaptureGuide.ts';
import { FrameClock } from './FrameClock.ts';
import { FrameKeeper } from './FrameKeeper.ts';
import { type CameraFrame, grabFrame } from './grabFrame.ts';
import { guideLimits } from './guideLimits.ts';
import { watchdog } from './watchdog.ts';

/** Without a step met for so long, the ways out are offered. */
const PATIENCE_MS = 15_000;

/** Told as it happens. */
export interface CaptureListener {
  /** All of the eye is there: from now on steps can be met. */
  ready(): void;
  /** Another hint is to be shown. */
  hinted(hint: Hint | null): void;
  /** A frame was measured and does not show the step. */
  rejected(step: ChallengeStep, reason: Hint): void;
  /** A step was met, and this is the picture of it. */
  took(frame: Blob): void;
  /** Nothing was met for a while. */
  stuck(): void;
}

/** Watches the camera, tells the person what to do, and takes the pictures by itself. */
export class GuidedCapture {
  readonly #eye: Promise<PageEye>;
  readonly #limits: Limits;
  #landmarks: Promise<void> | null = null;

  /**
   * Starts loading the eye at once, so that it is there when the camera is.
   * @param signal ends the eye.
   * @throws RangeError if a threshold is out of its bounds.
   */
  constructor(limits: Partial<Limits>, signal: AbortSignal) {
    this.#limits = resolveLimits(limits);
    this.#eye = startEye({ limits, signal });
    // Whoever runs the capture hears of it; nobody else has to.
    this.#eye.catch(() => undefined);
  }

  /**
   * Leads through the steps until all are met. May be run again, with other steps, once a run has ended.
   * @throws VisionError if there is no eye; CameraError `small`; the reason of the signal if it is aborted.
   */
  async run(
    video: HTMLVideoElement,
    steps: readonly ChallengeStep[],
    listener: CaptureListener,
    signal: AbortSignal,
  ): Promise<void> {
    const eye = await this.#eye;
    this.#landmarks ??= eye.addLandmarks();
    const own = linkedController(signal);
    const { reset, stop } = watchdog(PATIENCE_MS, () => listener.stuck());
    const ready = this.#landmarks.then(() => {
      if (own.signal.aborted) return;
      reset();
      listener.ready();
    });
    const guide = new CaptureGuide(steps, guideLimits(this.#limits));
    const took = async (frame: CameraFrame) => {
      reset();
      const picture = await encodeFrame(frame);
      if (!own.signal.aborted) listener.took(picture);
    };
    try {
      await Promise.all([ready, watch(eye, guide, video, { ...listener, took }, own.signal)]);
    } finally {
      stop();
      own.abort();
    }
  }
}

type FrameListener = Pick<CaptureListener, 'hinted' | 'rejected'> & {
  took(frame: CameraFrame): Promise<void>;
};

/** Looks at one frame after the other. */
async function watch(
  eye: PageEye,
  guide: CaptureGuide,
  video: HTMLVideoElement,
  listener: FrameListener,
  signal: AbortSignal,
): Promise<void> {
  const keeper = new FrameKeeper();
  let shown: Hint | null | undefined;
  try {
    await whenPlaying(video, signal);
    const clock = new FrameClock(video, signal);
    for (let step = guide.step; step; step = guide.step) {
      await clock.next();
      const { hint, reason, isTaken } = await look(eye, guide, video, keeper);
      signal.throwIfAborted();
      if (reason) listener.rejected(step, reason);
      if (hint !== shown) listener.hinted(hint);
      shown = hint;
      if (isTaken) await listener.took(keeper.frame!);
      if (isTaken) keeper.release();
    }
  } finally {
    keeper.release();
  }
}

async function look(eye: PageEye, guide: CaptureGuide, video: HTMLVideoElement, keeper: FrameKeeper) {
  const [measured, copy] = await grabFrame(video);
  let isKept = false;
  try {
    const guided = guide.next(await eye.measure(measured), performance.now());
    isKept = guided.frame === 'keep';
    if (isKept) keeper.keep(copy);
    return guided;
  } finally {
    if (!isKept) copy.close();
  }
}
