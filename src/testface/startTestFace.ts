import type { ChallengeStep } from '../contract/selfieCheck.ts';
import { startWorker } from '../vision/startWorker.ts';
import { idle } from './idle.ts';
import { perform } from './perform.ts';
import type { TestFaceOptions } from './TestFace.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';
import { workerFile } from './workerFile.ts';

/** A test face that replaces a camera. */
export interface PageTestFace {
  /** One video track, 640 x 480, about 20 frames per second. */
  stream: MediaStream;
  /**
   * Requests a step. The face moves there within half a second and stays until the next request. Meanwhile it breathes
   * and blinks, unless the visitor prefers reduced motion.
   */
  act(step: ChallengeStep): void;
  /** Ends the track and the worker. */
  close(): void;
}

/**
 * Starts the test face, for a test mode on a machine without a camera. Import it on demand: with its worker it is a
 * separate chunk. It takes about a second. The first frame is available when it resolves.
 * @param signal ends it.
 */
export async function startTestFace(
  options: TestFaceOptions = {},
  signal?: AbortSignal,
): Promise<PageTestFace> {
  const { width = 640, height = 480 } = options;
  const painter = await openPainter({ ...options, width, height });
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false })!;
  const begin = performance.now();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let [from, to, startedAt]: [ChallengeStep, ChallengeStep, number] = ['center', 'center', begin];
  let closed = false;
  let timer = 0;
  const show = async () => {
    const now = performance.now();
    const [seconds, clock] = [(now - startedAt) / 1000, (now - begin) / 1000];
    const frame = perform(from, to, seconds, clock);
    const pixels = await painter.draw(isCalm ? frame : withIdle(frame, idle(clock, seconds)));
    if (closed) return;
    context.putImageData(new ImageData(pixels, width, height), 0, 0);
    timer = window.setTimeout(show, Math.max(0, frameTime - (performance.now() - now)));
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
    await show();
  } catch (error) {
    close();
    throw error;
  }
  return {
    stream,
    act: (step) => {
      [from, to, startedAt] = [to, step, performance.now()];
    },
    close,
  };
}

/** Combines the requested movement with the involuntary ones. */
function withIdle(frame: TestFaceFrame, { blink = 0, y = 0, ...other }: TestFaceFrame): TestFaceFrame {
  return { ...frame, ...other, blink: Math.max(frame.blink ?? 0, blink), y: (frame.y ?? 0) + y };
}

const frameTime = 45;
/** Maximum frames per second: above the drawing rate, so that no frame is dropped. */
const RATE = 30;

interface Painter {
  draw(frame: TestFaceFrame): Promise<Uint8ClampedArray<ArrayBuffer>>;
  close(): void;
}

/** Draws in a worker, or on the main thread if none starts. */
async function openPainter(options: TestFaceOptions): Promise<Painter> {
  const worker = await startWorker(workerFile);
  if (!worker) {
    const { TestFace } = await import('./TestFace.ts');
    const face = new TestFace(options);
    return { draw: async (frame) => face.draw(frame), close: () => {} };
  }
  worker.postMessage({ options });
  return {
    draw: (frame) =>
      new Promise((resolve) => {
        worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
        worker.postMessage({ frame });
      }),
    close: () => worker.terminate(),
  };
}
