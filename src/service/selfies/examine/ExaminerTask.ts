import type { Evidence, Inspection, PictureProblem, Verdict } from '../examiner.ts';
import type { PoolError } from './PoolError.ts';

/** What a process is asked to do. */
export type ExaminerTask =
  | { inspect: Uint8Array; use: 'frame' | 'reference' }
  | { inspectTrail: readonly Uint8Array[] }
  | { judge: Evidence };

/** What came of it; `failed` tells why there is no answer from a process that goes on. */
export type Outcome =
  | { inspection: Inspection }
  | { problems: (PictureProblem | null)[] }
  | { verdict: Verdict /** How many step pictures had to be decoded anew. */; decodedAgain: number }
  | { failed: PoolError['code'] };
