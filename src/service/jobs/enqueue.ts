import type { Kysely } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { jobs } from '../db/store/jobs.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import type { JobKind } from './job.ts';
import { laneOf } from './lanes.ts';

export interface NewJob {
  kind: JobKind;
  /** The case that it is done for; `null`: none. */
  row: { id: string; mode: Mode } | null;
  /** What it is about, such as a check; the case itself if absent. */
  subject?: string;
  /** At once if absent. */
  runAt?: Date;
}

/** Adds work to be done after the commit. A job of the same kind for the same subject is replaced. */
export async function enqueue(
  { wake, clock }: Pick<Context, 'wake' | 'clock'>,
  tx: Kysely<Database>,
  { kind, row, subject = row?.id ?? kind, runAt }: NewJob,
): Promise<void> {
  const now = clock();
  await jobs.put(tx, {
    id: newId('job', now.getTime()),
    kind,
    lane: laneOf(kind),
    subject,
    case_id: row?.id ?? '',
    priority: testModeRules.priority(row?.mode),
    run_at: runAt ?? now,
    created_at: now,
  });
  wake.jobs.mark(tx);
}
