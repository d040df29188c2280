import { engineFiles } from '../vision/engineFiles.ts';
import { openWorkerTalk } from '../vision/openWorkerTalk.ts';
import { DocumentError } from './DocumentError.ts';
import type { DocumentQuestion, DocumentResponse, FrameAnswer } from './DocumentRequestHandler.ts';
import { documentFiles } from './documentFiles.ts';
import type { Expectation } from './documentReader.ts';
import { loadedFile } from './loadedFile.ts';

/** The document reader of a page. Every call rejects with a DocumentError, or after closing with the signal's reason. */
export interface PageDocumentReader {
  /** Whether it runs in a worker; otherwise every frame blocks the page for a moment. */
  readonly isInWorker: boolean;
  /**
   * Whether it runs without WebAssembly, which the page's policy forbids or the browser lacks. It reads the same lines,
   * a frame in seconds: better send stills to the service.
   */
  readonly isSlow: boolean;
  /**
   * Reads a camera frame together with those before it. The frame is transferred and closed: do not use it again. Ask
   * for one at a time. Frames of more than 1280 pixels are scaled down first.
   * @param asOf the date of today, YYYY-MM-DD.
   * @param expects what the side that the person was asked for has: the `notice` of the answer tells another one.
   */
  next(frame: ImageBitmap | VideoFrame, asOf: string, expects?: Expectation): Promise<FrameAnswer>;
  /** Forgets the frames so far: another document, another side. */
  reset(): Promise<void>;
  /** Ends the worker and gives its memory back; pending requests are rejected. */
  close(): void;
}

export interface DocumentReaderOptions {
  /** A folder that serves the reader's files, for builds that do not; relative to the document. */
  assetBase?: string | null;
  /** Closes the reader when aborted. */
  signal?: AbortSignal;
}

/**
 * Starts the document reader: in a module worker, through a blob if the script comes from another origin, or on the
 * main thread if the page's policy allows neither. Import it on demand: it is a chunk of its own. A policy must allow
 * what the face engine needs, except that this one also runs without `'wasm-unsafe-eval'`, slowly.
 * @throws DocumentError
 */
export async function startDocumentReader({
  assetBase,
  signal,
}: DocumentReaderOptions = {}): Promise<PageDocumentReader> {
  const folder = assetBase ? new URL(assetBase.replace(/\/?$/, '/'), document.baseURI).href : null;
  signal?.throwIfAborted();
  const { relaxedKernels, characters, worker } = documentFiles;
  const kernelFile = hasRelaxedSimd() ? relaxedKernels : engineFiles.kernels;
  const parts = Promise.all([loadedFile(kernelFile, folder), loadedFile(characters, folder)]);
  // Awaited below: an earlier failure of the worker must not leave this one unhandled.
  parts.catch(() => undefined);
  const talk = await openWorkerTalk<DocumentQuestion, DocumentResponse>({
    place: folder === null ? worker : { url: new URL(worker.name, folder).href, code: worker.code },
    onPage: async () => new (await import('./DocumentRequestHandler.ts')).DocumentRequestHandler(),
    broken: () => new DocumentError('worker_failed', 'The worker ended unexpectedly.'),
  });
  signal?.addEventListener('abort', () => talk.end(signal.reason), { once: true });
  const send = async (question: DocumentQuestion, transfer?: Transferable[]) => {
    const answer = await talk.ask(question, transfer);
    if ('error' in answer) throw new DocumentError(answer.error.code, answer.error.message);
    return answer;
  };
  let isSlow = false;
  try {
    const [kernels, weights] = await parts;
    const question = { ask: 'open', kernels, characters: weights } as const;
    const answer = await send(question, [kernels.buffer, weights.buffer]);
    isSlow = 'opened' in answer && answer.opened.isSlow;
  } catch (error) {
    talk.end(error);
    throw error;
  }
  return {
    isInWorker: talk.isInWorker,
    isSlow,
    next: async (frame, asOf, expects) => {
      const answer = await send({ ask: 'next', frame, asOf, expects }, [frame]);
      return (answer as Extract<DocumentResponse, { answer: unknown }>).answer;
    },
    reset: async () => void (await send({ ask: 'reset' })),
    close: () => talk.end(new DocumentError('worker_failed', 'The document reader was closed.')),
  };
}

/** Whether the browser adds a product in one instruction, which makes the network a sixth faster. */
function hasRelaxedSimd(): boolean {
  return 'WebAssembly' in globalThis && WebAssembly.validate(Uint8Array.from(RELAXED));
}

/** A function of 13 bytes with `i8x16.relaxed_swizzle`. */
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2,
  253, 15, 253, 128, 2, 11,
];
