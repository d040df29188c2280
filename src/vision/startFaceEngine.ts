import type { EngineRequest, EngineResponse } from './EngineRequestHandler.ts';
import { engineFiles } from './engineFiles.ts';
import { type CaptureThresholds, resolveThresholds } from './judge/thresholds.ts';
import { loadEngineFile } from './loadEngineFile.ts';
import type { Measurement } from './measurement.ts';
import { startWorker, type WorkerPlace } from './startWorker.ts';
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
  parts.catch(() => undefined);
  const source = folder === null ? worker : { url: new URL(worker.name, folder).href, code: worker.code };
  const channel = await openWorkerChannel(source);
  const waiting = new Map<number, { resolve(answer: EngineResponse): void; reject(reason: unknown): void }>();
  let last = 0;
  let failure: { reason: unknown } | undefined;
  const end = (reason: unknown) => {
    failure ??= { reason };
    channel.close();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  channel.listen((answer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  }, end);
  signal?.addEventListener('abort', () => end(signal.reason), { once: true });

  const send = async (request: Question, transfer: Transferable[] = []): Promise<Measurement | undefined> => {
    if (failure) throw failure.reason;
    const id = ++last;
    const answer = await new Promise<EngineResponse>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      channel.send({ ...request, id } as EngineRequest, transfer);
    });
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
    end(error);
    throw error;
  }
  return {
    isInWorker: channel.isWorker,
    measure: async (frame) => (await send({ ask: 'measure', frame }, [frame]))!,
    addLandmarks: async () => {
      const weights = await loadEngineFile(landmarks, folder);
      await send({ ask: 'landmarks', weights }, [weights.buffer]);
    },
    reset: async () => void (await send({ ask: 'reset' })),
    close: () => end(new VisionError('worker_failed', 'The face engine was closed.')),
  };
}

/** The absolute address of the folder, ending in `/`. */
function folderOf(assetBase: string | null | undefined): string | null {
  return assetBase ? new URL(assetBase.replace(/\/?$/, '/'), document.baseURI).href : null;
}

/** A request without its number. */
type Question = EngineRequest extends infer R ? (R extends EngineRequest ? Omit<R, 'id'> : never) : never;

/** The message channel to the engine. */
export interface WorkerChannel {
  /** Whether it leads to a worker; otherwise the engine runs on the page's main thread. */
  isWorker: boolean;
  send(request: EngineRequest, transfer: Transferable[]): void;
  /** @param failed called if the worker fails. */
  listen(answered: (answer: EngineResponse) => void, failed: (reason: VisionError) => void): void;
  close(): void;
}

/** Opens a channel to the worker, or to the main thread if no worker starts. */
async function openWorkerChannel(worker: WorkerPlace): Promise<WorkerChannel> {
  const started = await startWorker(worker);
  return started ? workerChannel(started) : mainThreadChannel();
}

function workerChannel(worker: Worker): WorkerChannel {
  return {
    isWorker: true,
    send: (request, transfer) => worker.postMessage(request, transfer),
    listen: (answered, failed) => {
      worker.addEventListener('message', ({ data }: MessageEvent<EngineResponse>) => answered(data));
      const broken = () => failed(new VisionError('worker_failed', 'The worker ended unexpectedly.'));
      for (const type of ['error', 'messageerror']) worker.addEventListener(type, broken);
    },
    close: () => worker.terminate(),
  };
}

async function mainThreadChannel(): Promise<WorkerChannel> {
  const { EngineRequestHandler } = await import('./EngineRequestHandler.ts');
  const handler = new EngineRequestHandler();
  let listener: ((answer: EngineResponse) => void) | undefined;
  return {
    isWorker: false,
    send: async (request) => {
      const answer = await handler.handle(request);
      listener?.(answer);
    },
    listen: (answered) => {
      listener = answered;
    },
    close: () => {
      listener = undefined;
    },
  };
}
