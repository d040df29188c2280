import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/changeCase.ts';
import type { AmlScreeningsTable, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { applyScreening } from './applyScreening.ts';
import type { ScreeningInput } from './screeningBox.ts';
import { tellScreening } from './tellScreening.ts';

/**
 * Tells of a screening that is done. That of a case counts for it as long as nobody decided, if it was made with
 * nothing left out.
 */
export async function completeScreening(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow | null,
  screening: Selectable<AmlScreeningsTable>,
  { lists, minScore }: ScreeningInput,
): Promise<CaseRow | null> {
  const isWhole = lists === undefined && minScore === undefined;
  const isOpen = row !== null && ['requires_input', 'processing', 'in_review'].includes(row.status);
  if (isWhole && isOpen) return await applyScreening(deps, tx, row, screening, row.facts.amlGivenUp);
  await tellScreening(deps, tx, row, screening, 'completed');
  return row;
}
