import type { Kysely, Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { JobsTable } from '../db/JobsTable.ts';
import type { Database } from '../db/schema.ts';

/** What the clock asks for, again and again. */
export type SweepKind =
  | 'expire_cases'
  | 'expire_challenges'
  | 'free_cases'
  | 'apply_retention'
  | 'forget_expired'
  | 'purge_endpoints'
  | 'link_audit'
  | 'roll_partitions'
  | 'vacuum';

export type JobKind =
  | 'verify_selfie'
  | 'screen_case'
  | 'run_screening'
  | 'settle_case'
  | 'review_test_case'
  | 'monitor_cases'
  | 'run_batch'
  | SweepKind;

export type Job = Selectable<JobsTable>;

/**
 * Does a job in two steps: what takes long first, then its effect, in the transaction that also removes the job.
 * The effect reads anew, under the lock of its case, whether the case still wants it. It may name a time to be run
 * again at.
 * @throws {NotNow} if it could not be tried at all.
 */
export type JobRunner<Given extends Context = Context> = (
  context: Given,
  job: Job,
) => Promise<(tx: Kysely<Database>) => Promise<{ again: Date } | undefined>>;
