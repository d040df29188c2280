import { openStatuses } from '../../contract/caseStatus.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails } from '../details/readDetails.ts';
import type { JobRunner } from '../jobs/jobs.ts';
import { applyScreening, sawOlderLists } from './completeScreening.ts';
import { customerOfCase } from './customerOf.ts';
import { findHits } from './findHits.ts';
import { personOf } from './personOf.ts';
import { storeScreening } from './recordScreening.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** How long unavailable screening is retried before a reviewer decides, and how often. */
const RETRY_FOR_MS = 15 * 60_000;
const RETRY_EVERY_MS = 30_000;
const LOOK_AGAIN_MS = 1000;

/** The job that screens the person of a case, after the details were submitted or changed. */
export const screenCase: JobRunner<ScreeningContext> =
  async (context, { subject, created_at }) =>
  async (tx) => {
    const now = context.clock();
    if (context.lists.isLoading()) return { again: new Date(now.getTime() + LOOK_AGAIN_MS) };
    const row = await cases.lockById(tx, subject);
    const details = row && (await personalDetails.find(tx, subject));
    if (!details || !isWaiting(row)) return undefined;
    const input = { person: personOf(readDetails(context.vault, row, details)) };
    const screened = await findHits(context, tx, { mode: row.mode, customer: customerOfCase(row) }, input);
    if (await sawOlderLists(tx, row, screened)) return undefined;
    const giveUpAt = created_at.getTime() + RETRY_FOR_MS;
    const givenUp = screened.status === 'unavailable' && now.getTime() >= giveUpAt;
    const hasChanges = givenUp || screened.status !== 'unavailable' || row.facts.aml !== 'unavailable';
    if (hasChanges) {
      const screening = await storeScreening(context, tx, { mode: row.mode, row, input }, screened);
      await applyScreening(context, tx, row, screening, { amlGivenUp: givenUp });
    }
    if (screened.status !== 'unavailable' || givenUp) return undefined;
    return { again: new Date(Math.min(now.getTime() + RETRY_EVERY_MS, giveUpAt)) };
  };

/** Includes a case in review, possibly because of the selfie alone, but excludes a minor. */
function isWaiting({ status, data_key, facts }: CaseRow): boolean {
  return data_key !== null && openStatuses.includes(status) && facts.details === 'ok';
}
