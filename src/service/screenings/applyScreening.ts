import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/changeCase.ts';
import { settleCase } from '../cases/settleCase.ts';
import type { AmlScreeningsTable, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { noteScreening } from './noteScreening.ts';

/** Notes the newest screening at its case and takes the case on. */
export async function applyScreening(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Selectable<AmlScreeningsTable>,
  amlGivenUp: boolean,
): Promise<CaseRow> {
  const noted = await noteScreening(deps, tx, row, screening, { type: 'completed', amlGivenUp });
  return await settleCase(deps, tx, noted);
}
