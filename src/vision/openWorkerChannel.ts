import type { EyeAnswer, EyeRequest } from './EyeMessages.ts';
import { startWorker, type WorkerPlace } from './startWorker.ts';
import { VisionError } from './VisionError.ts';

/** The way to the eye and back. */
export interface WorkerChannel {
  /** Whether it leads to a worker; else the page's own thread does the work. */
  isWorker: boolean;
  send(request: EyeRequest, transfer: Transferable[]): void;
  /** @param failed called when the worker breaks off. */
  listen(answered: (answer: EyeAnswer) => void, failed: (reason: VisionError) => void): void;
  close(): void;
}

/**
 * Opens a channel to the worker, or to the main thread when no worker starts.
 */
export async function openWorkerChannel(worker: WorkerPlace): Promise<WorkerChannel> {
  const started = await startWorker(worker);
  return started ? workerChannel(started) : mainThreadChannel();
}

function workerChannel(worker: Worker): WorkerChannel {
  return {
    isWorker: true,
    send: (request, transfer) => worker.postMessage(request, transfer),
    listen: (answered, failed) => {
      worker.addEventListener('message', ({ data }: MessageEvent<EyeAnswer>) => answered(data));
      const broken = () => failed(new VisionError('worker_failed', 'The worker broke off.'));
      for (const type of ['error', 'messageerror']) worker.addEventListener(type, broken);
    },
    close: () => worker.terminate(),
  };
}

async function mainThreadChannel(): Promise<WorkerChannel> {
  const { EyeRequestHandler } = await import('./EyeRequestHandler.ts');
  const handler = new EyeRequestHandler();
  let listener: ((answer: EyeAnswer) => void) | undefined;
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
