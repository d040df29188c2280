import { Worker } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { ApiError } from '../../apiError.ts';
import type { PrintAnswer, PrintJob } from './worker.ts';

/** Reports that are printed at once, and those that may wait: each takes a thread of its own. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

/** Prints reports, each in a thread that ends with it: fonts are in memory only meanwhile. */
export class ReportPrinter {
  readonly #fonts: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  /** @param fonts the folder that `npm run build` puts the fonts into. */
  constructor(fonts: string) {
    this.#fonts = fonts;
  }

  /** @throws {ApiError} `unavailable` where too many wait, or the fonts were not built. */
  async print(report: AmlReport): Promise<Uint8Array> {
    if (this.#waiting.length >= MOST_WAITING)
      throw unavailable('Too many reports are being printed; ask again.', '5');
    if (this.#underWay >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay += 1;
    try {
      return await this.#print(report);
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }

  #print(report: AmlReport): Promise<Uint8Array> {
    const workerData: PrintJob = { report, fonts: this.#fonts };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    return new Promise((resolve, reject) => {
      worker.on('message', (answer: PrintAnswer) => {
        if ('pdf' in answer) resolve(answer.pdf);
        else reject(unavailable('The fonts of reports are missing: run "npm run build" first.', '60'));
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The printer ended without a report')));
    });
  }
}

function unavailable(detail: string, seconds: string): ApiError {
  return new ApiError('unavailable', { detail, headers: { 'Retry-After': seconds } });
}
