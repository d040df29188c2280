import type { Kysely, Selectable } from 'kysely';
import type { Database, JobsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type JobKind =
  | 'verify_selfie'
  | 'screen_case'
  | 'run_screening'
  | 'monitor_cases'
  | 'settle_case'
  | 'review_test_case';

export type Job = Selectable<JobsTable>;

/**
 * Does a job in two steps: what takes long first, then its effect, in the transaction that also removes the job.
 * The effect may name a time to be run again at.
 */
export type JobRunner = (
  deps: Deps,
  job: Job,
) => Promise<(tx: Kysely<Database>) => Promise<{ again: Date } | undefined>>;
