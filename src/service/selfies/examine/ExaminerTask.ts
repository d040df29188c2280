import type { Evidence, Inspection, PictureProblem, Verdict } from '../examiner.ts';

/** What a process is asked to do. */
export type ExaminerTask =
  | { inspect: Uint8Array; use: 'frame' | 'reference' }
  | { inspectTrail: readonly Uint8Array[] }
  | { judge: Evidence };

/** What came of it; `failed` names the error of a process that goes on. */
export type Outcome =
  | { inspection: Inspection }
  | { problems: (PictureProblem | null)[] }
  | { verdict: Verdict }
  | { failed: string };
