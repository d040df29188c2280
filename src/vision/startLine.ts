import type { EyeAnswer, EyeRequest } from './EyeMessages.ts';
import { startWorker } from './startWorker.ts';
import { VisionError } from './VisionError.ts';

/** The way to the eye and back. */
export interface EyeLine {
  send(request: EyeRequest, transfer: Transferable[]): void;
  /** @param failed called when the worker breaks off. */
  listen(answered: (answer: EyeAnswer) => void, failed: (reason: VisionError) => void): void;
  close(): void;
}

/**
 * Opens a line to the worker, or to the main thread when no worker starts.
 */
export async function openLine(worker: string): Promise<EyeLine> {
  const started = await startWorker(worker);
  return started ? workerLine(started) : mainThreadLine();
}

function workerLine(worker: Worker): EyeLine {
  return {
    send: (request, transfer) => worker.postMessage(request, transfer),
    listen: (answered, failed) => {
      worker.addEventListener('message', ({ data }: MessageEvent<EyeAnswer>) => answered(data));
      const broken = () => failed(new VisionError('worker_failed', 'The worker broke off.'));
      for (const type of ['error', 'messageerror']) worker.addEventListener(type, broken);
    },
    close: () => worker.terminate(),
  };
}

async function mainThreadLine(): Promise<EyeLine> {
  const { EyeDesk } = await import('./EyeDesk.ts');
  const desk = new EyeDesk();
  let listener: ((answer: EyeAnswer) => void) | undefined;
  return {
    send: async (request) => {
      const answer = await desk.answer(request);
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
