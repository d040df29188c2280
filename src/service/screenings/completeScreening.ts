import type { Kysely, Selectable } from 'kysely';
import { openStatuses } from '../../contract/openStatuses.ts';
import type { CaseRow } from '../cases/CaseRow.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { applyScreening } from './applyScreening.ts';
import { isBlind } from './isBlind.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import { tellScreening } from './tellScreening.ts';

/**
 * Tells of a screening that is done. That of a case counts for it as long as nobody decided, if it was made with
 * nothing left out and saw no less than the one before.
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
  if (isWhole && isOpen && !(await isBlind(tx, row, screening)))
    return await applyScreening(context, tx, row, screening, row.facts);
  await tellScreening(context, tx, row, screening, { type: 'completed' });
  return row;
}
