import { createRef } from 'lit/directives/ref.js';
import { captureLimits } from '../../contract/captureLimits.ts';
import type { SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { CameraProblem } from '../events.ts';
import { fillText } from '../locales/fillText.ts';
import { linkedController } from '../step/linkedController.ts';
import type { FlowContext, SelfieRecording, Step, TakenSelfie } from '../step/step.ts';
import { selfieStyles } from '../styles/selfieStyles.ts';
import { leaveWithPage } from './camera/leaveWithPage.ts';
import { type Camera, CameraError, openCamera } from './camera/openCamera.ts';
import { openTestFace } from './camera/openTestFace.ts';
import { PhotoError, readPhoto } from './camera/readPhoto.ts';
import { whenCameraMayWork } from './camera/whenCameraMayWork.ts';
import { ActiveChallenge } from './capture/ActiveChallenge.ts';
import { LiveCapture } from './capture/LiveCapture.ts';
import { type Guidance, startGuidance } from './capture/startGuidance.ts';
import { hadPhotos, notePhotos } from './capture/waitingPhotos.ts';
import { findHandoff, type OfferedHandoff, takesHandoff } from './handoff/findHandoff.ts';
import type { HandoffPanel } from './handoff/HandoffPanel.ts';
import { cameraProblemView } from './views/cameraProblemView.ts';
import { introView } from './views/introView.ts';
import { liveView } from './views/liveView.ts';
import { loadingView } from './views/loadingView.ts';
import { reviewView } from './views/reviewView.ts';

type OpenCamera = (signal: AbortSignal) => Promise<Camera>;

/**
 * The state of the screen: introduction, running camera, review of the pictures, a camera problem, or the hand-off to a
 * phone.
 */
type Phase =
  | { name: 'intro'; isOpening: boolean }
  | { name: 'live'; live: LiveCapture; cameras: MediaDeviceInfo[] }
  | {
      name: 'review';
      recording: SelfieRecording;
      /** Whether the person is asked for new pictures, because the recording between them has a gap. */
      hasGap?: boolean;
      isExpiring?: boolean;
      close?: (() => void) | undefined;
    }
  | { name: 'no_camera'; problem: CameraProblem }
  | { name: 'phone'; panel: HandoffPanel | null };

/** The selfie: one picture for each step of the challenge, or a single one for people who can't follow it. */
export class SelfieStep implements Step {
  static readonly styles = selfieStyles;
  readonly #context: SelfieContext;
  readonly #signal: AbortSignal;
  readonly #video = createRef<HTMLVideoElement>();
  #phase: Phase = { name: 'intro', isOpening: false };
  #message: string | null = null;
  readonly #challenge: ActiveChallenge;
  #open: OpenCamera = openCamera;
  readonly #openTestFace: OpenCamera = (signal) =>
    openTestFace(signal, this.#context.case!, this.#context.testFace);
  /** Aborted to release the camera and everything else that the current attempt has started. */
  #attempt: AbortController;
  /** Whether a recording had a gap. The second time the pictures are sent without it, and a human reviews them. */
  #isSlow = false;
  /** Loaded if a phone may take the selfie instead of this computer; `null` before. */
  #handoff: OfferedHandoff | null = null;

  constructor(context: SelfieContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.#attempt = linkedController(signal);
    const [expiring, expired] = [() => this.#expiring(), () => this.#expired()];
    this.#challenge = new ActiveChallenge({ client: context.client, signal, expiring, expired });
    if (context.drafts.selfie) this.#resume(context.drafts.selfie);
    else if (hadPhotos(context.case!.id)) this.#message = context.messages.errors.challenge_expired;
    if (this.#isTestFaceChosen && this.#phase.name === 'intro') void this.#start(this.#openTestFace);
    if (takesHandoff(context.case!)) void this.#offerPhone();
  }

  get back(): (() => void) | null {
    if (this.#phase.name === 'phone' && this.#phase.panel?.back) return this.#phase.panel.back;
    const isEarly = ['intro', 'no_camera', 'phone'].includes(this.#phase.name);
    return isEarly && this.#context.drafts.details ? () => this.#context.finish('back') : null;
  }

  /** Closes the camera, and drops the photos: `asksFirst` asks before. */
  get undo(): (() => void) | null {
    return ['live', 'review'].includes(this.#phase.name) ? () => this.#startAnew() : null;
  }

  get #hasTestFace(): boolean {
    return this.#context.case!.mode === 'test' && this.#context.testFace !== 'none';
  }

  /** The site chose it instead of a camera: none is missing. */
  get #isTestFaceChosen(): boolean {
    const { testFace, case: state } = this.#context;
    return this.#hasTestFace && testFace !== null && state!.handoff !== 'force';
  }

  asksFirst(close: () => void): boolean {
    if (this.#phase.name !== 'review' || this.#phase.close) return false;
    this.#show({ ...this.#phase, close });
    return true;
  }

  render() {
    const { messages } = this.#context;
    const phase = this.#phase;
    const actions = {
      messages,
      message: this.#message,
      start: () => this.#start(openCamera),
      upload: (file: Blob) => this.#upload(file),
      testFace: this.#hasTestFace ? () => this.#start(this.#openTestFace) : null,
      phone: this.#handoff && {
        isFirst: this.#handoff.isFirst && !this.#isTestFaceChosen,
        press: () => this.#toPhone(),
      },
    };
    switch (phase.name) {
      case 'intro':
        return introView({
          ...actions,
          case: this.#context.case!,
          isOpening: phase.isOpening,
          changed: () => this.#context.view.requestUpdate(),
        });
      case 'live':
        return liveView({
          ...actions,
          ...phase,
          video: this.#video,
          start: () => this.#startOver(phase.live),
          choose: (id) => this.#start((signal) => openCamera(signal, id)),
        });
      case 'review':
        return reviewView({
          messages,
          ...phase.recording,
          hasGap: phase.hasGap,
          more: phase.isExpiring ? () => this.#extend() : null,
          close: phase.close,
          stay: () => this.#show({ ...phase, close: undefined }),
          send: () => this.#context.finish('captured'),
          retake: () => this.#start(),
        });
      case 'no_camera':
        return cameraProblemView({ ...actions, problem: phase.problem });
      case 'phone':
        return phase.panel?.render() ?? loadingView(messages);
    }
  }

  /** Loads the hand-off. If the policy requires the phone, nothing else is shown until its script is loaded. */
  async #offerPhone(): Promise<void> {
    const isForced = this.#context.case!.handoff === 'force';
    if (isForced) this.#phase = { name: 'phone', panel: null };
    try {
      this.#handoff = await findHandoff(this.#context, this.#signal);
    } catch (error) {
      if (isForced) return this.#context.fail(error, this.#signal);
      if (this.#signal.aborted) return;
      this.#context.notice('handoff_missing', 'The script of the hand-off to a phone did not load.');
      return;
    }
    const isUntouched = this.#phase.name === 'intro' && !this.#phase.isOpening;
    if (this.#handoff.isDue && (isForced || isUntouched)) this.#toPhone();
    else this.#context.view.requestUpdate();
  }

  #toPhone(): void {
    const { Panel } = this.#handoff!;
    const { signal } = this.#begin();
    const leave = () => this.#startAnew();
    this.#show({ name: 'phone', panel: new Panel(this.#context, signal, { leave }) });
  }

  #startAnew(): void {
    this.#begin();
    this.#show({ name: 'intro', isOpening: false });
  }

  /** A person who could not do a step gets another challenge; the second time one picture, which a human judges. */
  #startOver(live: LiveCapture): void {
    this.#challenge.leave(live);
    void this.#start();
  }

  /** @param open opens the picture source; by default the previous one. The challenge stays the same. */
  async #start(open: OpenCamera = this.#open): Promise<void> {
    // A second press is ignored. But a camera prompt that is not answered must not block the test face.
    if (this.#phase.name === 'intro' && this.#phase.isOpening && this.#open === open) return;
    const { signal } = this.#begin();
    this.#open = open;
    this.#show({ name: 'intro', isOpening: true });
    if (open !== this.#openTestFace)
      this.#context.view.announce(this.#context.messages.selfie.permission, { isInterruptible: true });
    try {
      const guidance = startGuidance(this.#context, signal);
      const [camera, check] = await Promise.all([open(signal), this.#challenge.draw(signal)]);
      signal.throwIfAborted();
      this.#watch(camera, signal);
      const live = this.#capture(camera, check, guidance, signal);
      this.#show({ name: 'live', live, cameras: [] });
      const devices = await navigator.mediaDevices.enumerateDevices();
      signal.throwIfAborted();
      this.#show({ name: 'live', live, cameras: devices.filter(({ kind }) => kind === 'videoinput') });
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** Ends the previous attempt and begins a new one. */
  #begin(): AbortController {
    this.#attempt.abort();
    this.#attempt = linkedController(this.#signal);
    this.#message = null;
    this.#context.drafts.selfie = null;
    notePhotos(null);
    return this.#attempt;
  }

  /** Handles the end of the camera stream, and the page being left. */
  #watch({ stream }: Camera, running: AbortSignal): void {
    const onEnded = () => this.#noCamera('lost');
    stream.getVideoTracks()[0]?.addEventListener('ended', onEnded, { signal: running });
    const [leave, comeBack] = [() => this.#begin(), () => this.#start()];
    leaveWithPage({ running, present: this.#signal, leave, comeBack });
  }

  #capture(
    camera: Camera,
    { challenge }: SessionSelfieCheck,
    guidance: Guidance,
    signal: AbortSignal,
  ): LiveCapture {
    const live = new LiveCapture({
      context: this.#context,
      camera,
      guidance,
      isSlow: this.#isSlow,
      signal,
      video: () => this.#video.value!,
      failed: (error) => this.#failed(error, signal),
      done: (recording) => this.#review(recording),
    });
    live.begin(challenge.steps);
    return live;
  }

  async #upload(file: Blob): Promise<void> {
    const { signal } = this.#begin();
    try {
      const [frame] = await Promise.all([readPhoto(file), this.#challenge.draw(signal)]);
      signal.throwIfAborted();
      this.#review({ steps: ['center'], frames: [frame] });
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** All pictures are taken: the camera is closed, and the person reviews them. */
  #review(recording: SelfieRecording): void {
    this.#attempt.abort();
    this.#context.drafts.selfie = { check: this.#challenge.check, recording };
    notePhotos(this.#context.case!.id);
    const hasGap = recording.steps.length > 1 && !recording.trail && !this.#isSlow;
    this.#isSlow ||= hasGap;
    this.#show({ name: 'review', recording, hasGap });
  }

  /** Restores pictures that were taken before the element was removed, if their challenge is still valid. */
  #resume({ check, recording }: TakenSelfie): void {
    if (Date.parse(check.challenge.expiresAt) <= Date.now()) return;
    this.#phase = { name: 'review', recording };
    this.#challenge.hold(check);
  }

  /**
   * The challenge expires soon. Before the camera is opened it is extended automatically; during the review the person
   * is asked.
   */
  #expiring(): void {
    if (this.#phase.name === 'live') return void this.#extend();
    if (this.#phase.name !== 'review') return;
    this.#context.view.announce(this.#context.messages.selfie.expiring, { repeats: true });
    this.#show({ ...this.#phase, isExpiring: true });
  }

  async #extend(): Promise<void> {
    if (this.#phase.name === 'review') this.#show({ ...this.#phase, isExpiring: false });
    this.#context.view.cancelAnnouncements();
    // If it fails, the challenge ends and the person is informed.
    await this.#challenge.extend().catch((error) => this.#context.settle(error, this.#signal));
    const { selfie } = this.#context.drafts;
    if (selfie) selfie.check = this.#challenge.check;
  }

  /** The challenge expired. Only the pictures are lost. */
  #expired(): void {
    if (this.#phase.name !== 'review') return;
    this.#begin();
    this.#message = this.#context.messages.errors.challenge_expired;
    this.#show({ name: 'intro', isOpening: false });
  }

  #failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#attempt.abort();
    if (error instanceof CameraError) return void this.#noCamera(error.problem);
    const { messages } = this.#context;
    this.#message =
      error instanceof PhotoError
        ? fillText(messages.tag, messages.picture[error.problem], { n: captureLimits.frameMinSide })
        : (this.#context.settle(error, this.#signal)?.message ?? null);
    if (error instanceof PhotoError && this.#phase.name === 'no_camera') this.#context.view.requestUpdate();
    else this.#show({ name: 'intro', isOpening: false });
  }

  #noCamera(problem: CameraProblem): void {
    const { signal } = this.#begin();
    const message = this.#context.messages.camera[problem === 'failed' ? 'lost' : problem];
    this.#context.emit('idv-error', { code: `camera_${problem}`, message, retryable: true, requestId: null });
    this.#show({ name: 'no_camera', problem });
    void whenCameraMayWork(problem, signal, () => this.#start());
  }

  #show(phase: Phase): void {
    const isOther = phase.name !== this.#phase.name;
    this.#phase = phase;
    if (isOther) this.#context.view.cancelAnnouncements();
    if (isOther) this.#context.view.focusHeading();
    else this.#context.view.requestUpdate();
  }
}

/** The parts of the flow that the selfie needs. */
type SelfieContext = Pick<
  FlowContext,
  | 'messages'
  | 'client'
  | 'case'
  | 'drafts'
  | 'limits'
  | 'assetBase'
  | 'testFace'
  | 'view'
  | 'emit'
  | 'notice'
  | 'finish'
  | 'settle'
  | 'fail'
  | 'site'
  | 'readCase'
  | 'loadMessages'
>;
