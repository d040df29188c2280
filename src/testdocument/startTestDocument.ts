import { startWorker } from '../vision/startWorker.ts';
import type { PaintRequest } from './DocumentPainter.ts';
import type { TestDocument } from './drawDocument.ts';
import type { Hold } from './filmDocument.ts';
import { workerFile } from './workerFile.ts';

/** A drawn hand with a drawn document that replaces a camera. */
export interface PageTestDocument {
  /** One video track, 960 x 540. */
  stream: MediaStream;
  /** Shows another side, another document, or the same held otherwise. */
  show(shown: TestDocument, hold?: Hold): void;
  /** Ends the track and the worker. */
  close(): void;
}

/**
 * Starts the film of a test document, for a test mode on a machine without a camera. Import it on demand: with its worker
 * it is a chunk of its own. It takes about a second. The first frame is available when it resolves. The hand is still if
 * the visitor prefers reduced motion.
 * @param signal ends it.
 */
export async function startTestDocument(
  shown: TestDocument,
  { hold = {}, signal }: { hold?: Hold; signal?: AbortSignal } = {},
): Promise<PageTestDocument> {
  const painter = await openPainter();
  const [width, height] = [960, 540];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false })!;
  const begin = performance.now();
  const shake = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1;
  let now = { shown, hold };
  let closed = false;
  let timer = 0;
  const draw = async () => {
    const start = performance.now();
    const seconds = (start - begin) / 1000;
    const pixels = await painter.draw({
      shown: now.shown,
      hold: { shake, ...now.hold, width, height },
      seconds,
    });
    if (closed) return;
    context.putImageData(new ImageData(pixels, width, height), 0, 0);
    timer = window.setTimeout(draw, Math.max(0, FRAME_TIME - (performance.now() - start)));
  };
  // Without a rate, WebKitGTK 2.50 shows only two frames.
  const stream = canvas.captureStream(RATE);
  const close = () => {
    closed = true;
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    painter.close();
    signal?.removeEventListener('abort', close);
  };
  signal?.addEventListener('abort', close);
  try {
    signal?.throwIfAborted();
    await draw();
  } catch (error) {
    close();
    throw error;
  }
  return {
    stream,
    show: (next, held = now.hold) => {
      now = { shown: next, hold: held };
    },
    close,
  };
}

const FRAME_TIME = 90;
/** Maximum frames per second: above the drawing rate, so that no frame is dropped. */
const RATE = 30;

interface Painter {
  draw(request: PaintRequest): Promise<Uint8ClampedArray<ArrayBuffer>>;
  close(): void;
}

/** Draws in a worker, or on the main thread if none starts. */
async function openPainter(): Promise<Painter> {
  const worker = await startWorker(workerFile);
  if (!worker) {
    const { DocumentPainter } = await import('./DocumentPainter.ts');
    const painter = new DocumentPainter();
    return { draw: async (request) => painter.draw(request), close: () => {} };
  }
  return {
    draw: (request) =>
      new Promise((resolve) => {
        worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}
