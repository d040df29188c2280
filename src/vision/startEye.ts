import { assetUrls } from './assetUrls.ts';
import type { EyeAnswer, EyeRequest, EyeUrls } from './EyeMessages.ts';
import type { Limits } from './judge/limits.ts';
import { resolveLimits } from './judge/resolveLimits.ts';
import type { Measurement } from './Measurement.ts';
import { openLine } from './startLine.ts';
import { VisionError } from './VisionError.ts';

/** The eye of a page. Every call rejects with a VisionError, or with the signal's reason once it was closed. */
export interface PageEye {
  /**
   * Measures a frame of the camera. The frame is handed over: it is closed afterwards, do not use it again.
   * Ask for one at a time; frames over 640 pixels are scaled down first, and the measurement speaks of that size.
   */
  measure(frame: ImageBitmap | VideoFrame): Promise<Measurement>;
  /** Loads the landmarks, while frames are already being measured; from then on `face.mesh` is there. */
  addLandmarks(): Promise<void>;
  /** Forgets the face that was followed: after a pause, or with another camera. */
  reset(): Promise<void>;
  /** Ends the worker; what is still asked is rejected. */
  close(): void;
}

export interface StartEyeOptions {
  /** Thresholds other than the defaults, see `limitTable`. */
  limits?: Partial<Limits>;
  /** Where the eye's files are, when not where the build put them; relative to the document. */
  urls?: Partial<EyeUrls & { worker: string }>;
  /** Ends the eye. */
  signal?: AbortSignal;
}

/**
 * Opens the eye: a module worker, from another origin by way of a blob, or the main thread if the page's policy
 * allows neither; then the kernels and the detector. What a policy must allow: `script-src` and `connect-src`
 * the eye's origin, `script-src 'wasm-unsafe-eval'` (no browser runs WebAssembly under a policy without it),
 * and for the worker `worker-src 'self'`, or `worker-src blob:` when the eye comes from another origin.
 * @throws VisionError; with `simd_missing` the page offers its capture by hand.
 * @throws RangeError when a threshold is out of its bounds.
 */
export async function startEye({ limits, urls, signal }: StartEyeOptions = {}): Promise<PageEye> {
  const all = absolute({ ...assetUrls, ...urls });
  const resolved = resolveLimits(limits);
  signal?.throwIfAborted();
  const line = await openLine(all.worker);
  const waiting = new Map<number, { resolve(answer: EyeAnswer): void; reject(reason: unknown): void }>();
  let last = 0;
  const end = (reason: unknown) => {
    line.close();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  line.listen((answer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  }, end);
  signal?.addEventListener('abort', () => end(signal.reason), { once: true });

  const ask = async (request: Question, transfer: Transferable[] = []): Promise<Measurement | undefined> => {
    const id = ++last;
    const answer = await new Promise<EyeAnswer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      line.send({ ...request, id } as EyeRequest, transfer);
    });
    if ('error' in answer) throw new VisionError(answer.error.code, answer.error.message);
    return answer.measurement;
  };
  try {
    await ask({ ask: 'open', urls: all, limits: resolved });
  } catch (error) {
    end(error);
    throw error;
  }
  return {
    measure: async (frame) => (await ask({ ask: 'measure', frame }, [frame]))!,
    addLandmarks: async () => void (await ask({ ask: 'landmarks' })),
    reset: async () => void (await ask({ ask: 'reset' })),
    close: () => end(new VisionError('worker_failed', 'The eye was closed.')),
  };
}

/** A worker that runs from a blob knows no address to be relative to. */
function absolute<T extends Record<string, string>>(urls: T): T {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, new URL(url, document.baseURI).href]),
  ) as T;
}

/** A request that has no number yet. */
type Question = EyeRequest extends infer R ? (R extends EyeRequest ? Omit<R, 'id'> : never) : never;
