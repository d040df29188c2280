import { openWorkerTalk } from '../vision/openWorkerTalk.ts';
import type { BarcodeQuestion, BarcodeResponse } from './BarcodeRequestHandler.ts';
import { DocumentError } from './DocumentError.ts';
import { documentFiles } from './documentFiles.ts';
import { loadedFile } from './loadedFile.ts';
import { type ParsedLicence, parseLicence } from './parse/parseLicence.ts';
import type { DocumentReaderOptions } from './startDocumentReader.ts';

/** The barcode reader of a page. Every call rejects with a DocumentError, or after closing with the signal's reason. */
export interface PageBarcodeReader {
  /** `browser`: its own `BarcodeDetector` reads, and nothing was loaded. */
  readonly reads: 'browser' | 'worker' | 'page';
  /**
   * Looks for the barcode of a licence. The frame is transferred and closed: do not use it again. Ask for one at a time.
   * @returns null where there is none that can be read.
   */
  read(frame: ImageBitmap | VideoFrame): Promise<ParsedLicence | null>;
  /** Ends the worker and gives its memory back. */
  close(): void;
}

/**
 * Starts a reader of the PDF417 barcodes of licences: the browser's own where it has one, else ours with a file of its own,
 * about 400 kB compressed. Import it on demand.
 * @throws DocumentError `barcodes_unavailable` where the page's policy forbids WebAssembly: the service reads the stills.
 */
export async function startBarcodeReader({
  assetBase,
  signal,
}: DocumentReaderOptions = {}): Promise<PageBarcodeReader> {
  signal?.throwIfAborted();
  const detector = await ownDetector();
  if (detector) return browserReader(detector, signal);
  const folder = assetBase ? new URL(assetBase.replace(/\/?$/, '/'), document.baseURI).href : null;
  const { barcodes, barcodeWorker: worker } = documentFiles;
  const file = loadedFile(barcodes, folder);
  // Awaited below: an earlier failure of the worker must not leave this one unhandled.
  file.catch(() => undefined);
  const talk = await openWorkerTalk<BarcodeQuestion, BarcodeResponse>({
    place: folder === null ? worker : { url: new URL(worker.name, folder).href, code: worker.code },
    onPage: async () => new (await import('./BarcodeRequestHandler.ts')).BarcodeRequestHandler(),
    broken: () => new DocumentError('worker_failed', 'The worker ended unexpectedly.'),
  });
  signal?.addEventListener('abort', () => talk.end(signal.reason), { once: true });
  const send = async (question: BarcodeQuestion, transfer: Transferable[]) => {
    const answer = await talk.ask(question, transfer);
    if ('error' in answer) throw new DocumentError(answer.error.code, answer.error.message);
    return answer.text;
  };
  try {
    const wasm = await file;
    await send({ ask: 'open', wasm }, [wasm.buffer]);
  } catch (error) {
    talk.end(error);
    throw error;
  }
  return {
    reads: talk.isInWorker ? 'worker' : 'page',
    read: async (frame) => licenceIn(await send({ ask: 'read', frame }, [frame])),
    close: () => talk.end(closed()),
  };
}

const closed = () => new DocumentError('worker_failed', 'The barcode reader was closed.');

function licenceIn(text: string | null): ParsedLicence | null {
  return text === null ? null : parseLicence(text);
}

/** Not yet in the types of the platform (https://wicg.github.io/shape-detection-api/). */
interface Detector {
  detect(frame: ImageBitmap | VideoFrame): Promise<{ rawValue: string }[]>;
}

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  };
  try {
    const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
    return BarcodeDetector && formats.includes('pdf417')
      ? new BarcodeDetector({ formats: ['pdf417'] })
      : null;
  } catch {
    // Some systems have the interface without the service behind it: then ours reads.
    return null;
  }
}

function browserReader(detector: Detector, signal: AbortSignal | undefined): PageBarcodeReader {
  let isOpen = true;
  return {
    reads: 'browser',
    read: async (frame) => {
      try {
        signal?.throwIfAborted();
        if (!isOpen) throw closed();
        const [barcode] = await detector.detect(frame);
        return licenceIn(barcode?.rawValue ?? null);
      } finally {
        frame.close();
      }
    },
    close: () => {
      isOpen = false;
    },
  };
}
