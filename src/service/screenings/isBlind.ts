import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/CaseRow.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';

/**
 * Whether a screening saw less than the one that its case has already: nothing at all, or older lists, because the process
 * that made it lacks the newer ones. It does not count then.
 */
export async function isBlind(
  tx: Kysely<Database>,
  { facts, aml_dataset }: CaseRow,
  { status, dataset }: Pick<Selectable<AmlScreeningsTable>, 'status' | 'dataset'>,
): Promise<boolean> {
  if (facts.aml !== 'clear' && facts.aml !== 'possible') return false;
  if (status === 'unavailable') return true;
  const number = dataset && (await amlDatasets.numberOf(tx, dataset.version));
  return number !== null && aml_dataset !== null && number < aml_dataset;
}
