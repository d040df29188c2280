import type { Evidence, Inspection, Verdict } from '../examiner.ts';

/** What a thread is asked to do. */
export type Errand = { inspect: Uint8Array; use: 'frame' | 'reference' } | { judge: Evidence };

/** What came of it; `failed` names the error of a thread that goes on. */
export type Outcome = { inspection: Inspection } | { verdict: Verdict } | { failed: string };
