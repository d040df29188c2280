import type { Kysely, Selectable } from 'kysely';
import { openStatuses } from '../../contract/caseStatus.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { emitScreeningEvent, recordScreening } from './recordScreening.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';

/**
 * Emits the event of a completed screening. The screening becomes the current one of its case if the case is undecided,
 * nothing was left out, and its lists are no older than those of the previous one.
 */
export async function completeScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow | null,
  screening: Selectable<AmlScreeningsTable>,
  { lists, minScore }: ScreeningInput,
): Promise<CaseRow | null> {
  const isWhole = lists === undefined && minScore === undefined;
  const isOpen = row !== null && openStatuses.includes(row.status);
  if (isWhole && isOpen && !(await sawOlderLists(tx, row, screening)))
    return await applyScreening(context, tx, row, screening, row.facts);
  await emitScreeningEvent(context, tx, row, screening, { type: 'completed' });
  return row;
}

/**
 * Makes a screening the current one of its case, and advances the case.
 * @param options.amlGivenUp screening was unavailable for so long that a reviewer must decide
 */
export async function applyScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Selectable<AmlScreeningsTable>,
  { amlGivenUp }: { amlGivenUp: boolean },
): Promise<CaseRow> {
  const noted = await recordScreening(context, tx, row, screening, { cause: 'screened', amlGivenUp });
  return await advanceCase(context, tx, noted);
}

/**
 * Whether a screening covered less than the current one of its case: no lists, or older lists, because its process had
 * not loaded the newer ones. Then it does not count.
 */
export async function sawOlderLists(
  tx: Kysely<Database>,
  { facts, aml_dataset }: CaseRow,
  { status, dataset }: Pick<Selectable<AmlScreeningsTable>, 'status' | 'dataset'>,
): Promise<boolean> {
  if (facts.aml !== 'clear' && facts.aml !== 'possible') return false;
  if (status === 'unavailable') return true;
  const number = dataset && (await amlDatasets.numberOf(tx, dataset.version));
  return number !== null && aml_dataset !== null && number < aml_dataset;
}
