import { Worker } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { ApiError } from '../../ApiError.ts';
import type { PlainDocument } from './pdf/documentPdf.ts';
import type { PrintAnswer, Printed, PrintJob } from './worker.ts';

/** Maximum number of reports printed at the same time; each takes a thread. */
const MAX_RUNNING = 2;
const MAX_WAITING = 20;

/** Time limit for one report. A report of 200 hits takes one to two seconds. */
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
    return await this.#run({ report });
  }

  /** The same for a document of sections. */
  async printDocument(document: PlainDocument): Promise<Uint8Array> {
    return await this.#run({ document });
  }

  async #run(printed: Printed): Promise<Uint8Array> {
    if (this.#waiting.length >= MAX_WAITING)
      throw unavailable('Too many reports are being printed. Retry in a few seconds.', '5');
    if (this.#threads.size >= MAX_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#isClosed) throw unavailable(ENDING, '5');
    const workerData: PrintJob = { printed, fonts: this.#fonts };
    const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    this.#threads.add(thread);
    try {
      return await this.#resultOf(thread);
    } finally {
      this.#threads.delete(thread);
      this.#waiting.shift()?.();
      await thread.terminate();
    }
  }

  /**
   * Stops all running print jobs, and resolves when their threads have ended. Running, waiting and later calls of
   * `print` are rejected with `unavailable`.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const resume of this.#waiting.splice(0)) resume();
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #resultOf(thread: Worker): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(unavailable(TOO_LONG, '60')), this.#timeLimitMs);
      const fail = (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      };
      thread.on('message', (answer: PrintAnswer) => {
        clearTimeout(timer);
        if ('pdf' in answer) resolve(answer.pdf);
        else reject(unavailable('The fonts of reports are missing: run "npm run build" first.', '60'));
      });
      thread.on('error', fail);
      thread.on('exit', () =>
        fail(
          this.#isClosed ? unavailable(ENDING, '5') : new Error('The print thread exited without a report'),
        ),
      );
    });
  }
}

const ENDING = 'The service is stopping. Retry in a few seconds.';
const TOO_LONG = 'Printing the report took too long. Read it as JSON, with "Accept: application/json".';

function unavailable(detail: string, seconds: string): ApiError {
  return new ApiError('unavailable', { detail, headers: { 'Retry-After': seconds } });
}
