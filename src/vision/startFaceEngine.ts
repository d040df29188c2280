import type { EngineRequest, EngineResponse } from './EngineRequestHandler.ts';
import { engineFiles } from './engineFiles.ts';
import { type CaptureThresholds, resolveThresholds } from './judge/thresholds.ts';
import { loadEngineFile } from './loadEngineFile.ts';
import type { Measurement } from './measurement.ts';
import { openWorkerTalk } from './openWorkerTalk.ts';
import { VisionError } from './VisionError.ts';

/** The face engine of a page. Every call rejects with a VisionError, or after closing with the signal's reason. */
export interface PageFaceEngine {
  /** Whether the engine runs in a worker; otherwise every frame blocks the page for a moment. */
  readonly isInWorker: boolean;
  /**
   * Measures a camera frame. The frame is transferred and closed: do not use it again. Request one at a time. Frames
   * with more than 640 pixels are scaled down first, and the measurement refers to that size.
   */
  measure(frame: ImageBitmap | VideoFrame): Promise<Measurement>;
  /** Loads the landmarks model, while frames are already being measured. From then on `face.mesh` is set. */
  addLandmarks(): Promise<void>;
  /** Forgets the tracked face: after a pause, or with another camera. */
  reset(): Promise<void>;
  /** Ends the worker; pending requests are rejected. */
  close(): void;
}

export interface FaceEngineOptions {
  /** Thresholds that differ from the defaults, see `thresholdTable`. */
  limits?: Partial<CaptureThresholds>;
  /** A folder that serves the engine's files, for builds that do not; relative to the document. */
  assetBase?: string | null;
  /** Closes the engine when aborted. */
  signal?: AbortSignal;
}

/**
 * Starts the face engine: in a module worker, through a blob if the script comes from another origin, or on the main
 * thread if the page's policy allows neither. Then loads the kernels and the detector. A policy must allow:
 * `script-src` the engine's origin and `'wasm-unsafe-eval'` (no browser runs WebAssembly under a policy without it),
 * for the worker `worker-src 'self'`, or `worker-src blob:` if the engine comes from another origin, and `connect-src`
 * the folder, if one is given.
 * @throws VisionError; with `simd_missing` the page offers a manual capture.
 * @throws RangeError if a threshold is out of its bounds.
 */
export async function startFaceEngine({
  limits,
  assetBase,
  signal,
}: FaceEngineOptions = {}): Promise<PageFaceEngine> {
  const folder = folderOf(assetBase);
  const resolved = resolveThresholds(limits);
  signal?.throwIfAborted();
  const { kernels, detector, landmarks, worker } = engineFiles;
  const parts = Promise.all([loadEngineFile(kernels, folder), loadEngineFile(detector, folder)]);
  // Awaited below: an earlier failure of the worker must not leave this one unhandled.
  parts.catch(() => undefined);
  const source = folder === null ? worker : { url: new URL(worker.name, folder).href, code: worker.code };
  const talk = await openWorkerTalk<Question, EngineResponse>({
    place: source,
    onPage: async () => new (await import('./EngineRequestHandler.ts')).EngineRequestHandler(),
    broken: () => new VisionError('worker_failed', 'The worker ended unexpectedly.'),
  });
  signal?.addEventListener('abort', () => talk.end(signal.reason), { once: true });
  const send = async (question: Question, transfer?: Transferable[]): Promise<Measurement | undefined> => {
    const answer = await talk.ask(question, transfer);
    if ('error' in answer) throw new VisionError(answer.error.code, answer.error.message);
    return answer.measurement;
  };
  try {
    const [code, weights] = await parts;
    await send({ ask: 'open', kernels: code, detector: weights, limits: resolved }, [
      code.buffer,
      weights.buffer,
    ]);
  } catch (error) {
    talk.end(error);
    throw error;
  }
  return {
    isInWorker: talk.isInWorker,
    measure: async (frame) => (await send({ ask: 'measure', frame }, [frame]))!,
    addLandmarks: async () => {
      const weights = await loadEngineFile(landmarks, folder);
      await send({ ask: 'landmarks', weights }, [weights.buffer]);
    },
    reset: async () => void (await send({ ask: 'reset' })),
    close: () => talk.end(new VisionError('worker_failed', 'The face engine was closed.')),
  };
}

/** The absolute address of the folder, ending in `/`. */
function folderOf(assetBase: string | null | undefined): string | null {
  return assetBase ? new URL(assetBase.replace(/\/?$/, '/'), document.baseURI).href : null;
}

/** A request without its number. */
type Question = EngineRequest extends infer R ? (R extends EngineRequest ? Omit<R, 'id'> : never) : never;
