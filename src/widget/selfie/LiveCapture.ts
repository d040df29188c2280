import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { Hint } from '../../vision/judge/Hint.ts';
import { CameraError } from '../camera/CameraError.ts';
import type { Camera } from '../camera/openCamera.ts';
import { takeFrame } from '../camera/takeFrame.ts';
import type { CaptureListener, GuidedCapture } from '../guide/GuidedCapture.ts';
import type { Journey } from '../Journey.ts';
import { linkedController } from '../linkedController.ts';

export interface LiveCaptureOptions {
  journey: Journey;
  camera: Camera;
  guide: GuidedCapture;
  signal: AbortSignal;
  video: () => HTMLVideoElement;
  failed: (error: unknown) => void;
  done: (steps: ChallengeStep[], frames: Blob[]) => void;
}

/** The running camera: what is due, what was taken, and what the person is told. */
export class LiveCapture {
  steps: ChallengeStep[] = [];
  frames: Blob[] = [];
  /** What to mend now; `null` while all is well, `undefined` before the first frame was looked at. */
  hint: Hint | null | undefined;
  /** Whether steps can be met: the eye loads while the person is already being guided. */
  isReady = false;
  /** Whether a picture was taken since the last hint. */
  hasJustTaken = false;
  /** Whether the ways out are open. */
  isStuck = false;
  /** Whether the person is choosing another way: no picture is taken meanwhile. */
  isPaused = false;
  readonly camera: Camera;
  readonly #options: LiveCaptureOptions;
  /** `null`: the person presses the button. */
  #guide: GuidedCapture | null;
  #run = new AbortController();
  #isTaking = false;

  constructor(options: LiveCaptureOptions) {
    this.#options = options;
    this.camera = options.camera;
    this.#guide = options.guide;
  }

  get isGuided(): boolean {
    return this.#guide !== null;
  }

  get step(): ChallengeStep {
    return this.steps[this.frames.length] ?? this.steps.at(-1)!;
  }

  /** Begins (again) with these steps. */
  begin(steps: ChallengeStep[]): void {
    this.#run.abort();
    this.#run = linkedController(this.#options.signal);
    this.steps = steps;
    this.frames = [];
    this.hint = undefined;
    this.hasJustTaken = false;
    this.isStuck = false;
    this.isPaused = false;
    this.camera.act?.(steps[0]!);
    this.#update();
    if (this.#guide) void this.#follow(this.#guide, this.#run.signal);
  }

  /** For a person who can't follow the challenge: one picture, which a human will look at. */
  skip(): void {
    this.#beginAnew(['center']);
  }

  /** From now on the person presses the button. */
  byHand(): void {
    this.#guide = null;
    this.#beginAnew(this.steps);
  }

  /** The button that was pressed is gone, and the focus with it. */
  #beginAnew(steps: ChallengeStep[]): void {
    this.begin(steps);
    this.#options.journey.host.focusHeading();
  }

  /** The person wants another way. A picture taken now would take the choice from under their finger. */
  pause(): void {
    this.#run.abort();
    this.isPaused = true;
    this.#openWaysOut();
  }

  /** They come in the place of a button that may have the focus. */
  #openWaysOut(): void {
    this.isStuck = true;
    this.#options.journey.host.focusHeading();
  }

  /** The press of the button. */
  async take(): Promise<void> {
    const { signal } = this.#run;
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      this.#took(await takeFrame(this.#options.video(), signal));
      if (this.frames.length === this.steps.length) this.#options.done(this.steps, this.frames);
    } catch (error) {
      if (!signal.aborted) this.#options.failed(error);
    } finally {
      this.#isTaking = false;
    }
  }

  async #follow(guide: GuidedCapture, signal: AbortSignal): Promise<void> {
    const { journey, video, failed, done } = this.#options;
    try {
      await journey.host.updateComplete;
      signal.throwIfAborted();
      await guide.run(video(), this.steps, this.#listener(), signal);
      done(this.steps, this.frames);
    } catch (error) {
      if (signal.aborted) return;
      // Without an eye the camera is as good as before: the person presses the button.
      if (error instanceof CameraError) failed(error);
      else this.byHand();
    }
  }

  #listener(): CaptureListener {
    const { journey } = this.#options;
    const caseId = journey.case?.id ?? null;
    return {
      ready: () => {
        this.isReady = true;
        this.#update();
      },
      hinted: (hint) => {
        this.hint = hint;
        this.hasJustTaken = false;
        if (hint) journey.host.announce(journey.texts.guide.hints[hint]);
        this.#update();
      },
      rejected: (step, reason) => {
        journey.host.emit('idv-frame', { caseId, step, accepted: false, reason });
      },
      took: (frame) => {
        journey.host.emit('idv-frame', { caseId, step: this.step, accepted: true, reason: null });
        this.#took(frame);
      },
      stuck: () => {
        journey.host.announce(`${journey.texts.guide.stuck} ${journey.texts.guide.stuckLead}`);
        this.#openWaysOut();
      },
    };
  }

  #took(frame: Blob): void {
    const { host, texts } = this.#options.journey;
    this.frames = [...this.frames, frame];
    this.hint = null;
    this.hasJustTaken = true;
    this.isStuck = false;
    navigator.vibrate?.(40);
    const next = this.steps[this.frames.length];
    if (next) {
      this.camera.act?.(next);
      host.announce(`${texts.selfie.taken} ${texts.challenge[next]}`);
    }
    this.#update();
  }

  #update(): void {
    this.#options.journey.host.requestUpdate();
  }
}
