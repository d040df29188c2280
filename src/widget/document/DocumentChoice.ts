import { html } from 'lit';
import type { DocumentPictures } from '../../client/documentForm.ts';
import { documentLimits } from '../../contract/documentLimits.ts';
import type { PageDocumentReader } from '../../document/startDocumentReader.ts';
import type { CameraProblem } from '../events.ts';
import { leaveWithPage } from '../selfie/camera/leaveWithPage.ts';
import { CameraError } from '../selfie/camera/openCamera.ts';
import { PhotoError, readPhoto } from '../selfie/camera/readPhoto.ts';
import { whenCameraMayWork } from '../selfie/camera/whenCameraMayWork.ts';
import { photoButton } from '../selfie/views/buttons.ts';
import { linkedController } from '../step/linkedController.ts';
import type { WayBack } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { adoptDocumentStyles } from './adoptDocumentStyles.ts';
import { DocumentCapture, type SideHint } from './DocumentCapture.ts';
import { DocumentPhone, type PhoneWay } from './DocumentPhone.ts';
import {
  type DocumentChoiceOptions,
  type DocumentContext,
  type Live,
  needsNewPictures,
  type OpenCamera,
  type Phase,
} from './documentPhases.ts';
import { type DocumentKind, isReadSide, type Side, sidesOf } from './documentSides.ts';
import { type DocumentTexts, documentTexts } from './documentTexts.ts';
import {
  hintText,
  kindsView,
  liveView,
  noCameraView,
  sendingView,
  sideText,
  unsentView,
} from './documentViews.ts';
import { keepRead } from './keepRead.ts';
import { keepShown } from './keepShown.ts';
import { type DocumentCamera, openDocumentCamera, openTestDocument } from './openDocumentCamera.ts';
import { photoReport } from './photoReport.ts';
import { sendDocument } from './sendDocument.ts';
import { startReader } from './startReader.ts';

/**
 * Shows a document to the camera: which one, its sides in turn, sending. What was read fills the form that follows. Every
 * problem leaves a way on: again, another document, or none.
 */
export class DocumentChoice {
  readonly #context: DocumentContext;
  readonly #signal: AbortSignal;
  readonly #type: () => void;
  #texts: DocumentTexts | null = null;
  #phase: Phase = { name: 'kinds' };
  #kind: DocumentKind = 'passport';
  #open: OpenCamera = openDocumentCamera;
  /** Aborted to release camera and reader. */
  #attempt: AbortController;
  #reader: PageDocumentReader | null = null;
  #pictures: Partial<Record<Side, DocumentPictures>> = {};
  #source: 'camera' | 'upload' = 'camera';
  readonly #phone: DocumentPhone;

  constructor(context: DocumentContext, signal: AbortSignal, { type }: DocumentChoiceOptions) {
    this.#context = context;
    this.#signal = signal;
    this.#type = type;
    this.#phone = new DocumentPhone(context, signal);
    this.#attempt = linkedController(signal);
    adoptDocumentStyles(context.view.root as ShadowRoot);
    void this.#prepare();
  }

  /** Back to the choice; `null` there. */
  get back(): WayBack {
    if (this.#phase.name === 'phone') return this.#phase.panel.back;
    if (this.#phase.name === 'sending') return false;
    return this.#phase.name === 'kinds' ? null : () => this.#toKinds();
  }

  render() {
    const texts = this.#texts;
    const { messages } = this.#context;
    const phase = this.#phase;
    if (!texts || phase.name === 'opening') return this.#waiting();
    const parts = { messages, texts };
    const ways = {
      specimen: this.#hasSpecimen ? () => this.#start(this.#openSpecimen) : null,
      upload: this.#uploadButton(),
      phone: this.#phoneWay,
      other: () => this.#toKinds(),
    };
    switch (phase.name) {
      case 'kinds':
        return this.#kinds(parts);
      case 'live':
        return liveView({
          ...parts,
          ...phase,
          ...ways,
          specimen: phase.camera.show ? null : ways.specimen,
          kind: this.#kind,
          light: () => this.#light(phase),
          choose: (id) => this.#start((signal) => openDocumentCamera(signal, id)),
        });
      case 'phone':
        return phase.panel.render();
      case 'no_camera':
        return noCameraView({ ...parts, ...ways, problem: phase.problem, again: () => this.#start() });
      case 'sending':
        return sendingView(messages, phase);
      case 'unsent':
        return unsentView({
          messages,
          error: phase.error,
          again: phase.mayRepeat ? () => this.#send() : null,
          retake: phase.retake,
        });
    }
  }

  #kinds(parts: { messages: DocumentContext['messages']; texts: DocumentTexts }) {
    const { document, lastError } = this.#context.case!;
    const reason = lastError?.code.startsWith('document_') ? lastError.code : null;
    return kindsView({
      ...parts,
      kinds: document.types,
      refusal: reason ? { reason, attemptsLeft: document.attemptsLeft } : null,
      choose: (kind) => this.#choose(kind),
      phone: this.#phoneWay,
      none: this.#phone.isHere
        ? this.#phone.toComputer
        : {
            label: parts.texts.none,
            hint: document.mode === 'require' ? parts.texts.noneHint : null,
            press: () => this.#leave(),
          },
    });
  }

  #waiting() {
    const { frame, selfie } = this.#context.messages;
    const text = this.#phase.name === 'opening' ? selfie.permission : frame.loading;
    return html`<div class="waiting"><span class="spinner"></span><h2 part="heading" tabindex="-1">${text}</h2></div>`;
  }

  /** Files count only where the policy says so. */
  #uploadButton() {
    const { case: state, messages } = this.#context;
    if (state!.document.upload === 'disable') return '';
    return photoButton({ label: messages.selfie.upload, upload: (file) => this.#upload(file) });
  }

  get #hasSpecimen(): boolean {
    return this.#context.case!.mode === 'test' && this.#context.testFace !== 'none';
  }

  /** The site chose it instead of a camera: none is missing. */
  get #isSpecimenChosen(): boolean {
    return this.#hasSpecimen && this.#context.testFace !== null;
  }

  get #phoneWay(): PhoneWay | null {
    return this.#phone.way(() => this.#toPhone(), { isDrawn: this.#isSpecimenChosen });
  }

  readonly #openSpecimen: OpenCamera = (signal) => {
    const { case: state, testFace: choice } = this.#context;
    return openTestDocument(signal, state!, { kind: this.#kind, choice });
  };

  /** Part of this script, which whoever fills the form has loaded. */
  static readonly keepShown = keepShown;

  async #prepare(): Promise<void> {
    const context = this.#context;
    try {
      const [texts, isRunning] = await Promise.all([
        documentTexts(context.messages.tag),
        this.#phone.load(),
        context.loadMessages('all'),
      ]);
      if (this.#signal.aborted) return;
      this.#texts = texts;
      if (isRunning) return this.#toPhone();
      context.view.focusHeading();
    } catch (error) {
      this.#context.fail(error, this.#signal);
    }
  }

  /** The phone shows the document, and later takes the selfie; this page follows it to the details. */
  #toPhone(): void {
    const { signal } = this.#release();
    this.#show({ name: 'phone', panel: this.#phone.panel(signal, () => this.#toKinds()) });
  }

  #choose(kind: DocumentKind): void {
    this.#kind = kind;
    // In test mode the page's choice of a test face also means the drawn document.
    this.#open = this.#isSpecimenChosen ? this.#openSpecimen : openDocumentCamera;
    this.#begin();
  }

  /** Takes all sides, from the first. */
  #begin(): void {
    this.#pictures = {};
    this.#source = 'camera';
    void this.#start();
  }

  #leave(): void {
    this.#release();
    this.#type();
  }

  #toKinds(): void {
    this.#release();
    this.#show({ name: 'kinds' });
  }

  /** Releases the camera and the reader. */
  #release(): AbortController {
    this.#attempt.abort();
    this.#reader = null;
    this.#attempt = linkedController(this.#signal);
    return this.#attempt;
  }

  /** @param open opens the picture source; by default the previous one. Sides that were taken stay. */
  async #start(open: OpenCamera = this.#open): Promise<void> {
    const { signal } = this.#release();
    this.#open = open;
    this.#show({ name: 'opening' });
    const { view, messages } = this.#context;
    if (open !== this.#openSpecimen) view.announce(messages.selfie.permission, { isInterruptible: true });
    try {
      const [camera, reader] = await Promise.all([
        open(signal),
        startReader(this.#context, this.#kind, signal),
      ]);
      signal.throwIfAborted();
      this.#reader = reader;
      this.#watch(camera, signal);
      const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
      signal.throwIfAborted();
      const cameras = devices.filter(({ kind }) => kind === 'videoinput');
      await this.#take(this.#nextSide!, { camera, cameras }, signal);
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  get #nextSide(): Side | undefined {
    return sidesOf[this.#kind].find((side) => !this.#pictures[side]);
  }

  async #take(
    side: Side,
    { camera, cameras }: { camera: DocumentCamera; cameras: MediaDeviceInfo[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { view } = this.#context;
    camera.show?.(side);
    const phase: Live = { name: 'live', side, camera, cameras, capture: null, isLit: false };
    this.#show(phase);
    await view.updateComplete;
    signal.throwIfAborted();
    const video = view.root!.querySelector('video')!;
    if (video.srcObject !== camera.stream) video.srcObject = camera.stream;
    phase.capture = new DocumentCapture({
      reader: this.#reader,
      isRead: isReadSide(this.#kind, side),
      video,
      signal,
      changed: (hint) => this.#hinted(hint, { kind: this.#kind, side }),
      unsharp: () => this.#unsharp(cameras),
      taken: (pictures, { isRead }) => this.#took(phase, pictures, { isRead, signal }),
      failed: (error) => this.#failed(error, signal),
    });
    view.announce(sideText(this.#kind, side, this.#texts!));
    view.requestUpdate();
  }

  #hinted(hint: SideHint | null, shown: { kind: DocumentKind; side: Side }): void {
    const { view, messages } = this.#context;
    const parts = { messages, texts: this.#texts!, ...shown };
    if (hint) view.announce(hintText(hint, parts), { repeats: true });
    view.requestUpdate();
  }

  #unsharp(cameras: readonly MediaDeviceInfo[]): void {
    const { view } = this.#context;
    if (cameras.length > 1) view.announce(this.#texts!.otherLens);
    view.requestUpdate();
  }

  #took(
    { side, camera, cameras }: Live,
    pictures: DocumentPictures,
    { isRead, signal }: { isRead: boolean; signal: AbortSignal },
  ): void {
    navigator.vibrate?.(40);
    const { view, messages } = this.#context;
    view.announce(messages.selfie.taken, { isAssertive: true });
    // Lines were read where none were expected: this is the other side.
    const isOther = isRead && !isReadSide(this.#kind, side) && !this.#pictures.back;
    this.#pictures[isOther ? 'back' : side] = pictures;
    const next = this.#nextSide;
    if (!next) return void this.#send();
    this.#take(next, { camera, cameras }, signal).catch((error) => this.#failed(error, signal));
  }

  async #light(phase: Live): Promise<void> {
    phase.isLit = !phase.isLit;
    // A lamp that does not obey is no reason to stop.
    await phase.camera.torch?.({ isOn: phase.isLit }).catch(() => undefined);
    this.#context.view.requestUpdate();
  }

  /** A file counts as the side that is asked for; what comes from a file is looked at by a person. */
  async #upload(file: Blob): Promise<void> {
    const { signal } = this.#attempt;
    try {
      const still = await readPhoto(file, { min: documentLimits.stillSide.min, of: Math.max });
      signal.throwIfAborted();
      this.#source = 'upload';
      this.#pictures[this.#nextSide!] = { stills: [still] };
      if (this.#nextSide) await this.#start();
      else await this.#send();
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** Handles the end of the camera, and the page being left. */
  #watch({ stream }: DocumentCamera, running: AbortSignal): void {
    const ended = () => this.#noCamera('lost');
    stream.getVideoTracks()[0]?.addEventListener('ended', ended, { signal: running });
    const [leave, comeBack] = [() => this.#release(), () => this.#start()];
    leaveWithPage({ running, present: this.#signal, leave, comeBack });
  }

  /** The pictures stay until they are received: a failed line loses nothing. */
  async #send(): Promise<void> {
    // Every other way on ends this attempt, and with it the wait for the line.
    const { signal } = this.#release();
    this.#show({ name: 'sending', isSent: false });
    const { client, case: state, view, messages } = this.#context;
    const received = () => {
      this.#show({ name: 'sending', isSent: true });
      view.announce(messages.sending.checking);
    };
    try {
      const taken = { kind: this.#kind, source: this.#source, pictures: this.#pictures };
      const read = await sendDocument({ client, caseId: state!.id, signal, received }, taken);
      if (read) await keepRead(this.#context, read);
      await this.#context.readCase(signal);
    } catch (error) {
      const report = this.#context.settle(error, signal);
      if (!report) return;
      const mayRepeat = !needsNewPictures(report.code);
      this.#show({ name: 'unsent', error: report, mayRepeat, retake: () => this.#begin() });
      if (report.code === 'offline') whenOnline(signal, () => this.#send());
    }
  }

  #failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (error instanceof CameraError) {
      this.#noCamera(error.problem);
      return;
    }
    const report =
      error instanceof PhotoError
        ? photoReport(error, { messages: this.#context.messages, texts: this.#texts! })
        : this.#context.settle(error, this.#signal);
    this.#release();
    // The sides that were taken are good: only this one is asked for again.
    if (report) this.#show({ name: 'unsent', error: report, mayRepeat: false, retake: () => this.#start() });
  }

  #noCamera(problem: CameraProblem): void {
    const { signal } = this.#release();
    const message = this.#context.messages.camera[problem === 'failed' ? 'lost' : problem];
    this.#context.emit('idv-error', { code: `camera_${problem}`, message, retryable: true, requestId: null });
    this.#show({ name: 'no_camera', problem });
    void whenCameraMayWork(problem, signal, () => this.#start());
  }

  #show(phase: Phase): void {
    const isOther = phase.name !== this.#phase.name || phase.name === 'live';
    this.#phase = phase;
    const { view } = this.#context;
    if (isOther) view.cancelAnnouncements();
    if (isOther) view.focusHeading();
    else view.requestUpdate();
  }
}
