import type { Kysely } from 'kysely';
import { openStatuses, undecidedStatuses } from '../../contract/caseStatus.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { moveCase } from '../cases/moveCase.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails } from '../details/readDetails.ts';
import { compareHits, countsOf, type HitChanges } from './compareHits.ts';
import { findHits } from './findHits.ts';
import { type Screened, statusOfHits } from './foundHit.ts';
import { personOf } from './personOf.ts';
import { recordRescreen } from './recordRescreen.ts';
import { recordScreening, storeScreening } from './recordScreening.ts';
import { type ScreeningInput, screeningCipher } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ListsInUse } from './screeningLists.ts';

/**
 * Screens the person of a case against lists that changed, once for each dataset, and records it. Hits that are new, that a
 * list has changed, or that no list has any more, are told; the first two take an approved case back to a reviewer.
 */
export async function monitorCase(
  context: ScreeningContext,
  tx: Kysely<Database>,
  id: string,
  lists: ListsInUse,
): Promise<void> {
  const row = await cases.lockById(tx, id);
  if (!row?.data_key || (row.aml_dataset ?? 0) >= lists.number) return;
  if (!openStatuses.includes(row.status) && row.status !== 'approved') return;
  if (await screenAgain(context, tx, row, lists)) return;
  // Its own screening is still to come, or a name of test mode is on no list.
  await cases.update(tx, id, { aml_dataset: lists.number });
}

/** @returns whether the person was screened against these lists */
async function screenAgain(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  lists: ListsInUse,
): Promise<boolean> {
  const { aml } = row.facts;
  if (undecidedStatuses.includes(row.status) && (aml === 'none' || aml === 'unavailable')) return false;
  const details = await personalDetails.find(tx, row.id);
  if (!details) return false;
  const input = { person: personOf(readDetails(context.vault, row, details)) };
  const screened = await findHits(context, tx, row.mode, input);
  if (screened.dataset?.version !== lists.index.dataset.version) return false;
  const last = row.checks.aml.id
    ? await amlScreenings.findByKey(tx, { id: row.checks.aml.id, case_id: row.id })
    : undefined;
  const changes = compareHits({
    before: last ? screeningCipher(context.vault, last.id, row).hits(last) : [],
    now: screened.hits,
    found: screened.found,
    delta: lists.delta?.since === row.aml_dataset ? lists.delta : null,
    at: context.clock(),
  });
  await recordRescreen(context, tx, { subject: row.id, version: lists.index.dataset.version, changes });
  const hasChanges = changes.added.length + changes.changed.length + changes.ended.length > 0;
  if (hasChanges || aml === 'unavailable' || aml === 'none')
    await note(context, tx, { row, input, screened, changes });
  else {
    const { dataset } = lists.index;
    const set = { aml_dataset: lists.number, aml_version: dataset.version, aml_screened_at: context.clock() };
    await cases.update(tx, row.id, set);
  }
  return true;
}

interface News {
  row: CaseRow;
  input: ScreeningInput;
  screened: Screened;
  changes: HitChanges;
}

async function note(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { row, input, screened, changes }: News,
): Promise<void> {
  const { hits, added, changed } = changes;
  const whole = { ...screened, hits, status: statusOfHits(hits) };
  const screening = await storeScreening(context, tx, { mode: row.mode, row, input }, whole);
  const noted = await recordScreening(context, tx, row, screening, {
    cause: 'rescreened',
    amlGivenUp: row.facts.amlGivenUp,
    more: countsOf(changes),
  });
  if (row.status !== 'approved' || added.length + changed.length === 0) return;
  await moveCase(context, tx, noted, { to: 'in_review', by: 'monitoring', reasons: ['aml_possible_match'] });
}
