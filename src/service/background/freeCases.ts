import type { CaseRow } from '../cases/CaseRow.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import { enqueue, type NewJob } from '../jobs/enqueue.ts';

const BATCH = 100;

/**
 * Gives a job to cases that wait for a result which nobody works on: that should never be, and would hold them for ever.
 * @returns whether there are more.
 */
export async function freeCases(deps: Deps): Promise<boolean> {
  const stuck = await cases.withoutJob(deps.db, BATCH);
  for (const { id } of stuck) {
    await inTransaction(deps, async (tx) => {
      const row = await cases.lockById(tx, id);
      if (row?.status !== 'processing' || !row.data_key || (await jobs.isWorkedOn(tx, id))) return;
      const due = jobsFor(row);
      deps.log.warn('case had no job', { id, jobs: due.map(({ kind }) => kind).join(', ') });
      for (const job of due) await enqueue(deps, tx, job);
    });
  }
  return stuck.length === BATCH;
}

function jobsFor(row: CaseRow): NewJob[] {
  const { selfie } = row.checks;
  const isUnscreened = row.facts.aml === 'none' || row.facts.aml === 'unavailable';
  const due: NewJob[] = [{ kind: isUnscreened ? 'screen_case' : 'settle_case', row }];
  if (row.facts.selfie === 'none' && selfie.status === 'processing' && selfie.id)
    due.push({ kind: 'verify_selfie', row, subject: selfie.id });
  return due;
}
