import { createRef } from 'lit/directives/ref.js';
import type { ChallengeStep, SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import { CameraError, type CameraProblem } from '../camera/CameraError.ts';
import { type Camera, openCamera } from '../camera/openCamera.ts';
import { openTestFace } from '../camera/openTestFace.ts';
import { PhotoError, readPhoto } from '../camera/readPhoto.ts';
import { whenCameraMayWork } from '../camera/whenCameraMayWork.ts';
import type { GuidedCapture } from '../guide/GuidedCapture.ts';
import { openGuide } from '../guide/openGuide.ts';
import type { Journey } from '../Journey.ts';
import { linkedController } from '../linkedController.ts';
import type { Step } from '../Step.ts';
import { cameraProblemView } from '../selfie/cameraProblemView.ts';
import { introView } from '../selfie/introView.ts';
import { LiveCapture } from '../selfie/LiveCapture.ts';
import { liveView } from '../selfie/liveView.ts';
import { reviewView } from '../selfie/reviewView.ts';
import { selfieStyles } from '../styles/selfieStyles.ts';

type OpenCamera = (signal: AbortSignal) => Promise<Camera>;

/** What is on the screen: the invitation, the running camera, the pictures taken, or why there is none. */
type Phase =
  | { name: 'intro'; isOpening: boolean }
  | { name: 'live'; live: LiveCapture; cameras: MediaDeviceInfo[] }
  | { name: 'review' }
  | { name: 'no_camera'; problem: CameraProblem };

/** The selfie: one picture for each step of the challenge, or a single one for those who can't do that. */
export class SelfieStep implements Step {
  static readonly styles = selfieStyles;
  readonly #journey: Journey;
  readonly #signal: AbortSignal;
  readonly #video = createRef<HTMLVideoElement>();
  #phase: Phase = { name: 'intro', isOpening: false };
  #message: string | null = null;
  #check: SessionSelfieCheck | null = null;
  #steps: ChallengeStep[] = [];
  #frames: Blob[] = [];
  #open: OpenCamera = usualCamera;
  /** Ends the camera, and whatever else the present try has started. */
  #attempt: AbortController;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    this.#signal = signal;
    this.#attempt = linkedController(signal);
  }

  render() {
    const { texts } = this.#journey;
    const phase = this.#phase;
    const start = () => this.#start(usualCamera);
    const again = () => this.#start();
    const ways = {
      texts,
      message: this.#message,
      start,
      upload: (file: Blob) => this.#upload(file),
      testFace: this.#journey.case!.mode === 'test' ? () => this.#start(openTestFace) : null,
    };
    switch (phase.name) {
      case 'intro':
        return introView({ ...ways, case: this.#journey.case!, isOpening: phase.isOpening });
      case 'live':
        return liveView({
          ...ways,
          ...phase,
          video: this.#video,
          start: again,
          choose: (id) => this.#start((signal) => openCamera(id, signal)),
        });
      case 'review':
        return reviewView({
          texts,
          steps: this.#steps,
          frames: this.#frames,
          send: () => this.#send(),
          retake: again,
        });
      case 'no_camera':
        return cameraProblemView({ ...ways, problem: phase.problem });
    }
  }

  /** @param open what gives the picture; by default what gave it before. */
  async #start(open: OpenCamera = this.#open): Promise<void> {
    // A second press changes nothing, but a question about the camera that hangs must not bar the test face.
    if (this.#phase.name === 'intro' && this.#phase.isOpening && this.#open === open) return;
    const { signal } = this.#begin();
    this.#open = open;
    this.#show({ name: 'intro', isOpening: true });
    try {
      const guide = openGuide(this.#journey, signal);
      const [camera, check] = await Promise.all([open(signal), this.#challenge(signal)]);
      signal.throwIfAborted();
      this.#watch(camera, signal);
      const live = this.#capture(camera, check, guide, signal);
      this.#show({ name: 'live', live, cameras: [] });
      const devices = await navigator.mediaDevices.enumerateDevices();
      signal.throwIfAborted();
      this.#show({ name: 'live', live, cameras: devices.filter(({ kind }) => kind === 'videoinput') });
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** Ends the try before and begins a new one. */
  #begin(): AbortController {
    this.#attempt.abort();
    this.#attempt = linkedController(this.#signal);
    this.#message = null;
    return this.#attempt;
  }

  /** The challenge to answer: the one at hand if there is still time for it. */
  async #challenge(signal: AbortSignal): Promise<SessionSelfieCheck> {
    const isFresh = this.#check && Date.parse(this.#check.challenge.expiresAt) - Date.now() > ENOUGH_MS;
    if (!isFresh) this.#check = await this.#journey.client.startSelfieCheck({ signal });
    return this.#check!;
  }

  /** Remembers the camera and notices when it goes. */
  #watch({ stream, deviceId }: Camera, signal: AbortSignal): void {
    rememberedCamera = deviceId ?? rememberedCamera;
    const lost = () => this.#noCamera('lost');
    stream.getVideoTracks()[0]?.addEventListener('ended', lost, { signal });
  }

  #capture(
    camera: Camera,
    { challenge }: SessionSelfieCheck,
    guide: GuidedCapture,
    signal: AbortSignal,
  ): LiveCapture {
    const live = new LiveCapture({
      journey: this.#journey,
      camera,
      guide,
      signal,
      video: () => this.#video.value!,
      failed: (error) => this.#failed(error, signal),
      done: (steps, frames) => this.#finish(steps, frames),
    });
    live.begin(challenge.steps);
    return live;
  }

  async #upload(file: Blob): Promise<void> {
    const { signal } = this.#begin();
    try {
      const [frame] = await Promise.all([readPhoto(file), this.#challenge(signal)]);
      signal.throwIfAborted();
      this.#finish(['center'], [frame]);
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** All is taken: the camera goes off, and the person looks at it. */
  #finish(steps: ChallengeStep[], frames: Blob[]): void {
    this.#attempt.abort();
    this.#steps = steps;
    this.#frames = frames;
    this.#show({ name: 'review' });
  }

  #send(): void {
    const { id: checkId, challenge } = this.#check!;
    this.#journey.memory.selfie = {
      checkId,
      nonce: challenge.nonce,
      steps: this.#steps,
      frames: this.#frames,
    };
    this.#journey.finish('captured');
  }

  #failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#attempt.abort();
    if (error instanceof CameraError) {
      this.#noCamera(error.problem);
      return;
    }
    const { texts } = this.#journey;
    this.#message =
      error instanceof PhotoError
        ? texts.picture[error.problem]
        : (this.#journey.settle(error, this.#signal)?.message ?? null);
    if (error instanceof PhotoError && this.#phase.name === 'no_camera') this.#journey.host.requestUpdate();
    else this.#show({ name: 'intro', isOpening: false });
  }

  #noCamera(problem: CameraProblem): void {
    const { signal } = this.#begin();
    const { host, texts } = this.#journey;
    const message = texts.camera[problem].title;
    host.emit('idv-error', { code: `camera_${problem}`, message, retryable: true, requestId: null });
    this.#show({ name: 'no_camera', problem });
    void whenCameraMayWork(problem, signal, () => this.#start());
  }

  #show(phase: Phase): void {
    const isOther = phase.name !== this.#phase.name;
    this.#phase = phase;
    if (isOther) this.#journey.host.focusHeading();
    else this.#journey.host.requestUpdate();
  }
}

/** A challenge with less time left than this is not begun. */
const ENOUGH_MS = 60_000;

/** The camera that was used last, for as long as the page lives. */
let rememberedCamera: string | null = null;

function usualCamera(signal: AbortSignal): Promise<Camera> {
  return openCamera(rememberedCamera, signal);
}
