import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { customerOfCase } from './customerOf.ts';
import { findHits } from './findHits.ts';
import { personOfCase } from './personOfCase.ts';
import { recordScreening, storeScreening } from './recordScreening.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** How long a decision waits for lists that are loading. */
const PATIENCE_MS = 5000;

/** The state of the case after the screening. */
export interface Screened {
  /** The case's new version. The decision was made on an earlier one, but can be carried out on this one. */
  version: number;
  /** Whether the reviewer has to look again. */
  hasNews: boolean;
}

/**
 * Screens the person of a case that is about to be approved without a screening against the current lists: it was
 * declined for age, or its screening was still pending. Runs in a transaction of its own, so that the result is stored
 * even if the approval must wait for a review of it.
 * @returns `null` if no screening is needed, or if the decision is refused anyway.
 * @throws {ApiError} `unavailable` while the lists are loading; `case_redacted` if there are no details to screen.
 */
export async function screenBeforeApproval(
  context: ScreeningContext,
  { mode, id, decide }: { mode: Mode; id: string; decide: Decide },
): Promise<Screened | null> {
  if (decide.outcome !== 'approved') return null;
  // A decision on an outdated version, or without its required note, is refused: no screening is needed.
  const mayPass = (row: CaseRow) =>
    row.version === decide.expectedVersion && (row.status !== 'declined' || Boolean(decide.note));
  const isDue = (row: CaseRow) => mayPass(row) && isUnscreened(context, row);
  const isNeeded = await inTransaction(context, async (tx) => isDue(await lockCase(tx, mode, id)));
  if (!isNeeded) return null;
  await context.lists.loaded(PATIENCE_MS);
  if (context.lists.isLoading()) {
    const detail =
      'The person must be screened first, but the lists are still loading. Retry in a few seconds.';
    throw new ApiError('unavailable', { detail, headers: { 'Retry-After': '5' } });
  }
  return await inTransaction(context, async (tx) => {
    const row = await lockCase(tx, mode, id);
    return isDue(row) ? await screenNow(context, tx, row) : null;
  });
}

/** A declined case may be old, and is not monitored. */
function isUnscreened({ lists }: ScreeningContext, row: CaseRow): boolean {
  if (row.status !== 'declined' && row.status !== 'in_review') return false;
  const { aml } = row.facts;
  if (row.facts.details === 'none') return false;
  if (aml === 'none' || aml === 'unavailable') return true;
  return row.status === 'declined' && (row.aml_dataset ?? 0) < (lists.inUse()?.number ?? 0);
}

async function screenNow(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<Screened | null> {
  const person = await personOfCase(context.vault, tx, row);
  if (!person) throw new ApiError('case_redacted', { detail: NOBODY_TO_SCREEN });
  const input = { person };
  const screened = await findHits(context, tx, { mode: row.mode, customer: customerOfCase(row) }, input);
  // The case already says that screening is unavailable, so the reviewer knows.
  if (screened.status === 'unavailable' && row.facts.aml === 'unavailable') return null;
  const screening = await storeScreening(context, tx, { mode: row.mode, row, input }, screened);
  const { amlGivenUp } = row.facts;
  const noted = await recordScreening(context, tx, row, screening, { cause: 'screened', amlGivenUp });
  return { version: noted.version, hasNews: screened.status !== 'clear' };
}

const NOBODY_TO_SCREEN =
  'The person was never screened, and cannot be, since the personal details were erased. Create a new case.';
