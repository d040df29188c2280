import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../apiError.ts';
import type { Examiner } from '../examiner.ts';
import type { Errand, Outcome } from './Errand.ts';
import { PoolError } from './PoolError.ts';
import type { EyeFiles } from './readEyeFiles.ts';
import { WorkerPool } from './WorkerPool.ts';

interface Options {
  /** Threads at most; by default two, on a machine that has as many cores. */
  size?: number;
}

/** What one picture may take of a thread; decoding has a limit of its own below it. */
const PICTURE_MS = 10_000;
/** Pictures of about six captures. Their files are in memory as long as they wait. */
const MAX_WAITING = 48;
/** Of the JavaScript heap; pixels are outside of it, and bounded by the size of a frame. */
const HEAP_MB = 192;

/** Opens the threads that look at pictures. */
export function startExaminer(
  eye: EyeFiles | null,
  { size = Math.min(2, availableParallelism()) }: Options = {},
): Examiner {
  const start = () =>
    new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: eye?.parts ?? null,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
  const pool = new WorkerPool<Errand, Outcome>({ start, size, maxWaiting: MAX_WAITING });
  return {
    engine: eye && { name: 'idv-verify', version: eye.version },
    inspect: async (file, use) => {
      try {
        const outcome = await pool.run({ inspect: file, use }, PICTURE_MS);
        if ('inspection' in outcome) return outcome.inspection;
      } catch (error) {
        return refusalOf(error);
      }
      throw new PoolError('failed');
    },
    judge: async (evidence) => {
      const outcome = await pool.run({ judge: evidence }, PICTURE_MS * (evidence.frames.length + 1));
      if ('verdict' in outcome) return outcome.verdict;
      throw new PoolError('failed');
    },
    close: () => pool.close(),
  };
}

/** A picture that takes its thread down, by time or by memory, is none that can be read. */
function refusalOf(error: unknown): { problem: 'image_unreadable' } {
  if (!(error instanceof PoolError)) throw error;
  if (error.code === 'late' || error.code === 'lost') return { problem: 'image_unreadable' };
  throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
}
