import type { DocumentPictures } from '../../client/documentForm.ts';
import { documentLimits } from '../../contract/documentLimits.ts';
import type { FrameAnswer } from '../../document/DocumentRequestHandler.ts';
import type { DocumentNotice } from '../../document/documentReader.ts';
import type { DocumentHint } from '../../document/judge/hintFor.ts';
import type { PageDocumentReader } from '../../document/startDocumentReader.ts';
import { CameraError } from '../selfie/camera/openCamera.ts';
import { encodeFrame, whenPlaying } from '../selfie/camera/takeFrame.ts';
import { DocumentTrail } from './DocumentTrail.ts';

/** A hint stays at least so long, and lapses after so long. */
const HINT_MS = { least: 1000, most: 6000 };
/** After so long the person may press a button; with a keyboard always. */
const PATIENCE_MS = 8000;
/** Frames in which letters are seen but not sharp, for so long: another lens may be able to focus so near. */
const UNSHARP_MS = 2000;
/** What the person should do, or that something else is shown than what is wanted. */
export type SideHint = DocumentHint | DocumentNotice;
/** Of a document the longer side counts, which was judged before. */
const ANY = 1;
/** What a side without lines can't be blamed for. */
const OF_LINES: readonly (SideHint | null)[] = ['not_found', 'cut_off', 'hold_still'];

interface CaptureOptions {
  /** `null` where no machine reads: the person presses the button. */
  reader: PageDocumentReader | null;
  /** Whether lines are expected on this side. */
  isRead: boolean;
  video: HTMLVideoElement;
  signal: AbortSignal;
  /** Renders, and says a new hint. */
  changed: (hint: SideHint | null) => void;
  /** The letters stay unsharp with this lens. */
  unsharp: () => void;
  /** @param isRead whether the lines of this side were read. */
  taken: (pictures: DocumentPictures, options: { isRead: boolean }) => void;
  failed: (error: unknown) => void;
}

/** The camera over one side: hints until it was read or the person presses the button. */
export class DocumentCapture {
  hint: SideHint | null = null;
  /** Whether the button is shown to everybody. */
  mayPress: boolean;
  /** Whether the letters stay unsharp, so that another lens is offered. */
  isUnsharp = false;
  readonly #options: CaptureOptions;
  readonly #trail = new DocumentTrail();
  #hintedAt = 0;
  #unsharpSince = Number.POSITIVE_INFINITY;
  #isTaking = false;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.mayPress = !options.isRead || options.reader === null || options.reader.isSlow;
    const { signal } = options;
    const timer = setTimeout(() => this.#offerButton(), PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    void this.#run();
  }

  /** Takes the picture that the camera has now. */
  async press(): Promise<void> {
    const { video, signal, failed } = this.#options;
    try {
      await whenUsable(video, signal);
      await this.#take(video, { isRead: false });
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }

  async #run(): Promise<void> {
    const { video, signal, failed, reader } = this.#options;
    try {
      await reader?.reset();
      await whenUsable(video, signal);
      let isNew = nextFrame(video);
      while (!signal.aborted && !this.#isTaking) {
        await isNew;
        // The next picture comes while this one is read.
        isNew = nextFrame(video);
        if (!signal.aborted) await this.#look(video);
      }
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }

  async #look(video: HTMLVideoElement): Promise<void> {
    const { reader, isRead } = this.#options;
    const now = performance.now();
    const keepSmall = () => this.#keepSmall(now);
    if (!reader || reader.isSlow) return keepSmall();
    const [frame, kept] = await grabbed(video);
    try {
      const expects = { zone: isRead };
      const answering = reader.next(frame, new Date().toISOString().slice(0, 10), expects);
      // Drawn while the worker reads.
      keepSmall();
      const answer = await answering;
      this.#judgeSharpness(answer, now);
      // Another document, or another side, is more urgent than how it is held.
      const hint = answer.notice ?? answer.hint;
      if (answer.reading && !this.#isTaking) await this.#take(kept, { isRead: true });
      else this.#hinted(isRead || !OF_LINES.includes(hint) ? hint : null);
    } finally {
      kept.close();
    }
  }

  /** Lines that are seen but never sharp are the lens's fault: it can't focus so near. Measured, as models and labels lie. */
  #judgeSharpness({ hint, geometry }: FrameAnswer, now: number): void {
    if (!geometry && hint !== 'blurred') return;
    if (hint !== 'blurred') this.#unsharpSince = Number.POSITIVE_INFINITY;
    else if (this.#unsharpSince > now) this.#unsharpSince = now;
    else if (now - this.#unsharpSince >= UNSHARP_MS && !this.isUnsharp) {
      this.isUnsharp = true;
      this.#options.unsharp();
    }
  }

  /** One hint at a time; none for ever. */
  #hinted(hint: SideHint | null): void {
    const now = performance.now();
    const age = now - this.#hintedAt;
    if (hint === this.hint ? age < HINT_MS.most : age < HINT_MS.least) return;
    const next = hint === this.hint ? null : hint;
    if (next === this.hint) return;
    this.hint = next;
    this.#hintedAt = now;
    this.#options.changed(next);
  }

  async #take(
    source: HTMLVideoElement | VideoFrame | ImageBitmap,
    { isRead }: { isRead: boolean },
  ): Promise<void> {
    if (this.#isTaking) return;
    this.#isTaking = true;
    const { signal, taken, video } = this.#options;
    const first = await encodeFrame(source, ANY);
    // What one picture hides, such as the gleam of a lamp, the next one may show.
    await nextFrame(video);
    const stills = [first, await encodeFrame(video, ANY)];
    // Pressed at once, there is none yet; without any a person would have to look.
    this.#keepSmall(performance.now());
    const trail = await this.#trail.finish();
    if (!signal.aborted) taken({ stills, ...trail }, { isRead });
  }

  #keepSmall(now: number): void {
    const { video } = this.#options;
    this.#trail.add(video, [video.videoWidth, video.videoHeight], now);
  }

  #offerButton(): void {
    this.mayPress = true;
    this.#options.changed(this.hint);
  }
}

/**
 * Waits for the camera's first picture.
 * @throws CameraError `small` if the service would refuse its pictures: the person learns it before, not after the effort.
 */
async function whenUsable(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  await whenPlaying(video, signal);
  if (Math.max(video.videoWidth, video.videoHeight) < documentLimits.stillSide.min)
    throw new CameraError('small');
}

/** The current picture, twice: one to read and one to keep. A VideoFrame is counted, so that nothing is copied. */
async function grabbed(
  video: HTMLVideoElement,
): Promise<[VideoFrame | ImageBitmap, VideoFrame | ImageBitmap]> {
  if (typeof VideoFrame !== 'function')
    return await Promise.all([createImageBitmap(video), createImageBitmap(video)]);
  const frame = new VideoFrame(video);
  return [frame, frame.clone()];
}

/** Waits for a new picture of the camera. After the camera has ended there is none, and nothing waits. */
function nextFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}
