import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/changeCase.ts';
import { readDetails } from '../cases/readDetails.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import type { Deps } from '../deps.ts';
import type { JobRunner } from '../jobs/job.ts';
import { completeScreening } from './completeScreening.ts';
import { findHits } from './findHits.ts';
import { personOf } from './personOf.ts';
import { type ScreeningInput, screeningBox } from './screeningBox.ts';
import { tellScreening } from './tellScreening.ts';

const LOOK_AGAIN_MS = 1000;

/** The job that makes a screening which was answered with `processing`, as soon as the lists are loaded. */
export const runScreening: JobRunner =
  async (deps, { subject }) =>
  async (tx) => {
    const now = deps.clock();
    if (deps.lists.isLoading()) return { again: new Date(now.getTime() + LOOK_AGAIN_MS) };
    const asked = await amlScreenings.findById(tx, subject);
    if (asked?.status !== 'processing') return undefined;
    const row = asked.case_id ? ((await cases.lockById(tx, asked.case_id)) ?? null) : null;
    if (asked.case_id && !row?.data_key) return undefined;
    const box = screeningBox(deps.vault, subject, row);
    const input = box.input(asked);
    const { status, dataset, hits } = await findHits(deps, tx, asked.mode, input);
    const screening = await amlScreenings.update(tx, subject, {
      status,
      dataset: dataset && JSON.stringify(dataset),
      sealed_hits: box.seal('hits', hits),
      completed_at: now,
    });
    const isCurrent = row !== null && (await isOf(deps, tx, row, input));
    if (row === null || isCurrent) await completeScreening(deps, tx, row, screening, input);
    else await tellScreening(deps, tx, row, screening, 'completed');
    return undefined;
  };

/** Whether a screening is still one of the person of its case: the details may have changed since. */
async function isOf(
  { vault }: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  { person }: ScreeningInput,
): Promise<boolean> {
  const details = await personalDetails.find(tx, row.id);
  if (!details) return false;
  return JSON.stringify(personOf(readDetails(vault, row, details))) === JSON.stringify(person);
}
