import type { Kysely } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Database } from '../db/schema.ts';
import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import type { JobKind } from './job.ts';

export interface NewJob {
  kind: JobKind;
  /** The id of the case or check that it is about. */
  subject: string;
  /** At once if not given. */
  runAt?: Date;
}

/** Adds work to be done after the commit. A job of the same kind for the same subject is replaced. */
export async function enqueue(
  { bells, clock }: Pick<Deps, 'bells' | 'clock'>,
  tx: Kysely<Database>,
  { kind, subject, runAt }: NewJob,
): Promise<void> {
  const now = clock();
  const id = newId('req', now.getTime());
  await jobs.put(tx, { id, kind, subject, run_at: runAt ?? now, attempt: 0, created_at: now });
  bells.jobs.mark();
}
