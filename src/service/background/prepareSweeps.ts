import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import type { SweepKind } from '../jobs/job.ts';
import { laneOf } from '../jobs/lanes.ts';
import { sweeps } from './sweeps.ts';

/** Makes sure that each sweep is among the jobs, once for all nodes. */
export async function prepareSweeps({ db, clock, config }: Deps): Promise<void> {
  for (const kind of Object.keys(sweeps) as SweepKind[]) {
    // PostgreSQL does that by itself; the embedded database has no process for it.
    if (kind === 'vacuum' && config.databaseUrl !== null) continue;
    const now = clock();
    await jobs.putIfNone(db, {
      id: `job_${kind}`,
      kind,
      lane: laneOf(kind),
      subject: kind,
      case_id: '',
      priority: 0,
      run_at: new Date(now.getTime() + (kind === 'vacuum' ? sweeps.vacuum.everyMs : 0)),
      created_at: now,
    });
  }
}
