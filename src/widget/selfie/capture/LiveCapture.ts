import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import type { Hint } from '../../../vision/judge/hintFor.ts';
import { VisionError, type VisionErrorCode } from '../../../vision/VisionError.ts';
import type { NoticeCode } from '../../events.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/messages.ts';
import { linkedController } from '../../step/linkedController.ts';
import type { FlowContext, SelfieRecording } from '../../step/step.ts';
import { type Camera, CameraError } from '../camera/openCamera.ts';
import { takeFrame } from '../camera/takeFrame.ts';
import { CaptureGuide, guidanceThresholds, hintText } from './CaptureGuide.ts';
import { cue } from './cue.ts';
import { type GuidedFrame, guidedFrames, recordTrail } from './guidedFrames.ts';
import type { Guidance } from './startGuidance.ts';
import { TrailRecorder } from './TrailRecorder.ts';

/** Milliseconds without a completed step after which the ways out are offered. */
const PATIENCE_MS = 15_000;

type CaptureContext = Pick<FlowContext, 'messages' | 'view' | 'case' | 'emit' | 'notice'>;

export interface LiveCaptureOptions {
  context: CaptureContext;
  camera: Camera;
  guidance: Guidance;
  /** Whether an earlier recording of this person had a gap. */
  isSlow: boolean;
  signal: AbortSignal;
  video: () => HTMLVideoElement;
  failed: (error: unknown) => void;
  done: (recording: SelfieRecording) => void;
}

/** The running camera and the single owner of its state: due step, accepted frames, current hint. */
export class LiveCapture {
  steps: ChallengeStep[] = [];
  frames: Blob[] = [];
  /** The hint to show; `null` if there is none, `undefined` before the first frame was measured. */
  hint: Hint | null | undefined;
  /** Whether steps can be completed. The engine still loads while the person already gets guidance. */
  isReady = false;
  /** Whether a picture was taken since the last hint. */
  hasJustTaken = false;
  /** Whether the ways out are shown. */
  isStuck = false;
  /** Whether the person is choosing another way: no picture is taken then. */
  isPaused = false;
  readonly camera: Camera;
  readonly #options: LiveCaptureOptions;
  /** `null`: the person presses the button. */
  #guidance: Guidance | null;
  #run = new AbortController();
  #isTaking = false;
  readonly #trail: TrailRecorder;

  constructor(options: LiveCaptureOptions) {
    this.#options = options;
    this.camera = options.camera;
    this.#guidance = options.guidance;
    this.#trail = new TrailRecorder({ isSlow: options.isSlow });
  }

  get isGuided(): boolean {
    return this.#guidance !== null;
  }

  /** The current step; after the last one still the last. */
  get step(): ChallengeStep {
    return this.#due ?? this.steps.at(-1)!;
  }

  get #due(): ChallengeStep | null {
    return this.steps[this.frames.length] ?? null;
  }

  /** Starts, or restarts, with these steps. */
  begin(steps: ChallengeStep[]): void {
    this.#run.abort();
    this.#run = linkedController(this.#options.signal);
    this.steps = steps;
    this.frames = [];
    this.#trail.begin();
    this.hint = undefined;
    this.hasJustTaken = false;
    this.isStuck = false;
    this.isPaused = false;
    this.camera.act?.(steps[0]!);
    this.#update();
    if (this.#guidance) void this.#follow(this.#guidance, this.#run.signal);
    else this.#record(this.#run.signal);
  }

  /** Records by time alone: by hand all of the trail, beside the guidance only what it leaves out. */
  #record(signal: AbortSignal): void {
    const { context, video } = this.#options;
    const failed = (detail: string) => context.notice('trail_failed', detail);
    void recordTrail({ video: video(), trail: this.#trail, signal, isGuided: this.isGuided, failed });
  }

  /** For a person who can't follow the challenge: one picture, which a human will review. */
  skip(): void {
    this.#beginAnew(['center']);
  }

  /** Ends the guidance: from now on the person presses the button. */
  byHand(): void {
    this.#guidance = null;
    this.#beginAnew(this.steps);
  }

  /** Restarts and sets the focus, because the pressed button disappears. */
  #beginAnew(steps: ChallengeStep[]): void {
    this.begin(steps);
    this.#options.context.view.focusHeading();
  }

  /** The person opens the other ways. No picture is taken, because the screen would change before they can choose. */
  pause(): void {
    this.#run.abort();
    this.#options.context.view.cancelAnnouncements();
    this.isPaused = true;
    this.#openWaysOut();
  }

  /** Shows the ways out. They replace a button that may have the focus. */
  #openWaysOut(): void {
    this.isStuck = true;
    this.#options.context.view.focusHeading();
  }

  /** Takes a picture when the button is pressed. */
  async take(): Promise<void> {
    const { signal } = this.#run;
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      const picture = await takeFrame(this.#options.video(), signal);
      this.#trail.add(this.#options.video(), performance.now());
      this.#took(picture, performance.now());
      if (!this.#due) this.#options.done(await this.#finished(signal));
    } catch (error) {
      if (!signal.aborted) this.#options.failed(error);
    } finally {
      this.#isTaking = false;
    }
  }

  async #follow(guidance: Guidance, signal: AbortSignal): Promise<void> {
    const { context, failed, done } = this.#options;
    try {
      await context.view.updateComplete;
      signal.throwIfAborted();
      await this.#guided(guidance, signal);
      done(await this.#finished(signal));
    } catch (error) {
      if (signal.aborted) return;
      // Without the engine the camera still works: the person presses the button.
      if (error instanceof CameraError) return failed(error);
      const { code, detail } = guidanceNotice(error);
      context.notice(code, detail);
      this.byHand();
    }
  }

  /** Measures frames until all steps are completed, while the rest of the engine still loads. */
  async #guided(guidance: Guidance, signal: AbortSignal): Promise<void> {
    const engine = await guidance.engine;
    const controller = linkedController(signal);
    const patience = watchdog(PATIENCE_MS, () => this.#stuck());
    const landmarks = guidance.loadLandmarks().then(() => {
      if (controller.signal.aborted) return;
      patience.reset();
      this.isReady = true;
      this.#update();
    });
    const guide = new CaptureGuide(guidanceThresholds(guidance.limits));
    const due = () => this.#due;
    this.#record(controller.signal);
    const frames = guidedFrames({
      video: this.#options.video(),
      engine,
      guide,
      due,
      trail: this.#trail,
      signal: controller.signal,
    });
    try {
      await Promise.all([landmarks, this.#watch(frames, patience)]);
    } finally {
      patience.stop();
      controller.abort();
    }
  }

  async #watch(frames: AsyncIterable<GuidedFrame>, patience: Watchdog): Promise<void> {
    const { context } = this.#options;
    const caseId = context.case?.id ?? null;
    for await (const { step, hint, reason, picture, pictureTime } of frames) {
      if (reason) context.emit('idv-frame', { caseId, step, accepted: false, reason });
      if (hint !== this.hint) this.#hinted(hint);
      if (!picture) continue;
      patience.reset();
      context.emit('idv-frame', { caseId, step, accepted: true, reason: null });
      this.#took(picture, pictureTime);
    }
  }

  #hinted(hint: Hint | null): void {
    const { view, messages } = this.#options.context;
    this.hint = hint;
    this.hasJustTaken = false;
    if (hint) view.announce(hintText(hint, messages), { repeats: true });
    else if (this.isReady) view.announce(messages.guide.good);
    this.#update();
  }

  #stuck(): void {
    const { view, messages } = this.#options.context;
    view.announce(messages.guide.another);
    this.#openWaysOut();
  }

  #took(frame: Blob, time: number): void {
    const { view, messages } = this.#options.context;
    this.#trail.mark(time);
    this.frames = [...this.frames, frame];
    this.hint = null;
    this.hasJustTaken = true;
    this.isStuck = false;
    cue.give();
    if (this.#due) {
      this.camera.act?.(this.#due);
      view.announce(takenText(messages, this.steps, this.frames.length), { isAssertive: true });
    }
    this.#update();
  }

  /** The frames with their recording; `null` for a single picture. */
  async #finished(signal: AbortSignal): Promise<SelfieRecording> {
    const { steps, frames, isGuided: isChecked } = this;
    const recorded: Partial<SelfieRecording> = steps.length > 1 ? await this.#trail.finish() : {};
    signal.throwIfAborted();
    const cameraLabel = this.camera.stream.getVideoTracks()[0]?.label;
    return { steps, frames, isChecked, ...recorded, ...(recorded.trail && cameraLabel && { cameraLabel }) };
  }

  #update(): void {
    this.#options.context.view.requestUpdate();
  }
}

const BY_HAND = 'The person has to press the button.';

const CODES: Record<VisionErrorCode, NoticeCode> = {
  load_failed: 'weights_missing',
  simd_missing: 'wasm_refused',
  model_unreadable: 'guidance_failed',
  worker_failed: 'guidance_failed',
};

const REMEDIES: Partial<Record<NoticeCode, string>> = {
  weights_missing: 'Serve the folder dist/cdn and name it with asset-base.',
  wasm_refused: "Allow script-src 'wasm-unsafe-eval', or use a browser with WebAssembly SIMD.",
};

/** Why there is no guidance, for the developers of the page. */
function guidanceNotice(error: unknown): { code: NoticeCode; detail: string } {
  const code = error instanceof VisionError ? CODES[error.code] : 'guidance_failed';
  const message = error instanceof Error ? error.message : 'The guidance failed.';
  return { code, detail: [message, REMEDIES[code], BY_HAND].filter(Boolean).join(' ') };
}

/** The announcement after a picture if another one follows: “Got it. Photo 2 of 4. Raise your chin a little”. */
function takenText(
  { tag, selfie, challenge }: Messages,
  steps: readonly ChallengeStep[],
  takenCount: number,
): string {
  const picture = fillText(tag, selfie.picture, { step: takenCount + 1, of: steps.length });
  return `${selfie.taken} ${picture}. ${challenge[steps[takenCount]!]}`;
}

interface Watchdog {
  /** Progress was made: restarts the wait. */
  reset(): void;
  stop(): void;
}

/** Calls back after `ms` milliseconds without progress; again only after a reset. */
export function watchdog(ms: number, onTimeout: () => void): Watchdog {
  let timer = setTimeout(onTimeout, ms);
  const stop = () => clearTimeout(timer);
  const reset = () => {
    stop();
    timer = setTimeout(onTimeout, ms);
  };
  return { reset, stop };
}
