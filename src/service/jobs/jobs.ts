import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { ServiceContext } from '../context.ts';
import type { JobsTable } from '../db/jobsTable.ts';
import type { Database } from '../db/schema.ts';
import { jobs } from '../db/store/jobs.ts';
import { testModeRules } from '../testmode/testModeRules.ts';

/** Periodic jobs. */
export type SweepKind =
  | 'expire_cases'
  | 'expire_challenges'
  | 'end_handoffs'
  | 'free_cases'
  | 'apply_retention'
  | 'forget_expired'
  | 'purge_endpoints'
  | 'record_audit'
  | 'note_lists'
  | 'end_exceptions'
  | 'roll_partitions'
  | 'destroy_keys'
  | 'delete_objects'
  | 'sweep_objects'
  | 'check_keys'
  | 'vacuum';

export type JobKind =
  | 'verify_selfie'
  | 'check_credential'
  | 'read_document'
  | 'screen_case'
  | 'run_screening'
  | 'settle_case'
  | 'review_test_case'
  | 'apply_decision'
  | 'monitor_cases'
  | 'run_batch'
  | SweepKind;

export type Job = Selectable<JobsTable>;

/**
 * Runs a job in two steps: the slow work first, then its effect in the transaction that also removes the job. The
 * effect reads the case again under its lock and checks whether the result is still wanted. It may ask for another run.
 */
export type JobRunner<Given extends ServiceContext = ServiceContext> = (
  context: Given,
  job: Job,
) => Promise<(tx: Kysely<Database>) => Promise<NextRun | undefined>>;

/** When a job runs again. */
export interface NextRun {
  again: Date;
  /** Whether this run was postponed because the machine had no capacity. It then does not count as an attempt. */
  isDeferred?: boolean;
}

/**
 * The queue of a kind of job, named after what its jobs need: the processor, one case, or many cases. Queues run
 * concurrently, so that a selfie does not wait behind a backlog of monitoring.
 */
export type JobQueue = 'cpu' | 'cases' | 'batches' | 'sweeps';

const JOB_QUEUES: Readonly<Record<Exclude<JobKind, SweepKind>, JobQueue>> = {
  verify_selfie: 'cpu',
  check_credential: 'cpu',
  read_document: 'cpu',
  screen_case: 'cases',
  run_screening: 'cases',
  settle_case: 'cases',
  review_test_case: 'cases',
  apply_decision: 'cases',
  monitor_cases: 'batches',
  run_batch: 'batches',
};

export function queueOf(kind: JobKind): JobQueue {
  return kind in JOB_QUEUES ? JOB_QUEUES[kind as keyof typeof JOB_QUEUES] : 'sweeps';
}

export interface NewJob {
  kind: JobKind;
  /** The case of the job; `null`: none. */
  row: { id: string; mode: Mode } | null;
  /** The subject, such as a check; by default the case. */
  subject?: string;
  /** By default now. */
  runAt?: Date;
}

/** Adds a job that runs after the commit. A job of the same kind for the same subject is replaced. */
export async function enqueue(
  { wake, clock }: Pick<ServiceContext, 'wake' | 'clock'>,
  tx: Kysely<Database>,
  { kind, row, subject = row?.id ?? kind, runAt }: NewJob,
): Promise<void> {
  const now = clock();
  await jobs.put(tx, {
    id: newId('job', now.getTime()),
    kind,
    queue: queueOf(kind),
    subject,
    case_id: row?.id ?? '',
    priority: testModeRules.priority(row?.mode),
    run_at: runAt ?? now,
    created_at: now,
  });
  wake.jobs.markDirty(tx);
}
