import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/CaseRow.ts';
import { settleCase } from '../cases/settleCase.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { noteScreening } from './noteScreening.ts';
import type { ScreeningContext } from './ScreeningContext.ts';

/**
 * Notes the newest screening at its case and takes the case on.
 * @param options.amlGivenUp nothing could be said for so long that a human is to look
 */
export async function applyScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Selectable<AmlScreeningsTable>,
  { amlGivenUp }: { amlGivenUp: boolean },
): Promise<CaseRow> {
  const noted = await noteScreening(context, tx, row, screening, { cause: 'screened', amlGivenUp });
  return await settleCase(context, tx, noted);
}
