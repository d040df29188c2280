import { Worker } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { ApiError } from '../../ApiError.ts';
import type { PrintAnswer, PrintJob } from './worker.ts';

/** Maximum number of reports printed at once; each takes a thread. */
const AT_ONCE = 2;
const MAX_WAITING = 20;

/** A report of 200 hits takes a second or two. */
const TIME_LIMIT_MS = 30_000;

/** Prints reports, each in its own thread, so that fonts are in memory only while printing. */
export class ReportPrinter {
  readonly #fonts: string;
  readonly #timeLimitMs: number;
  readonly #waiting: (() => void)[] = [];
  readonly #threads = new Set<Worker>();
  #isClosed = false;

  /**
   * @param fonts the folder of fonts that `npm run build` creates.
   * @param options.timeLimitMs time limit for one report.
   */
  constructor(fonts: string, { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {}) {
    this.#fonts = fonts;
    this.#timeLimitMs = timeLimitMs;
  }

  /**
   * @throws {ApiError} `unavailable` if too many reports wait, printing takes too long, the service ends, or the fonts
   * were not built.
   */
  async print(report: AmlReport): Promise<Uint8Array> {
    if (this.#waiting.length >= MAX_WAITING)
      throw unavailable('Too many reports are being printed. Retry in a few seconds.', '5');
    if (this.#threads.size >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#isClosed) throw unavailable(ENDING, '5');
    const workerData: PrintJob = { report, fonts: this.#fonts };
    const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    this.#threads.add(thread);
    try {
      return await this.#printed(thread);
    } finally {
      this.#threads.delete(thread);
      this.#waiting.shift()?.();
      await thread.terminate();
    }
  }

  /** Aborts the current print job and refuses further ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const goOn of this.#waiting.splice(0)) goOn();
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #printed(thread: Worker): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(unavailable(TOO_LONG, '60')), this.#timeLimitMs);
      const endWith = (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      };
      thread.on('message', (answer: PrintAnswer) => {
        clearTimeout(timer);
        if ('pdf' in answer) resolve(answer.pdf);
        else reject(unavailable('The fonts of reports are missing: run "npm run build" first.', '60'));
      });
      thread.on('error', endWith);
      thread.on('exit', () =>
        endWith(this.#isClosed ? unavailable(ENDING, '5') : new Error('The printer ended without a report')),
      );
    });
  }
}

const ENDING = 'The service is stopping. Retry in a few seconds.';
const TOO_LONG = 'Printing the report took too long. Read it as JSON, with "Accept: application/json".';

function unavailable(detail: string, seconds: string): ApiError {
  return new ApiError('unavailable', { detail, headers: { 'Retry-After': seconds } });
}
