import type { Kysely, Selectable } from 'kysely';
import { type CaseRow, changeCase } from '../cases/changeCase.ts';
import type { AmlScreeningsTable, CaseFacts, Database } from '../db/schema.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import type { Deps } from '../deps.ts';

/** Notes a screening at its case as the one that counts, and tells of it. The case stays where it is. */
export async function noteScreening(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  { id, status, dataset, completed_at }: Selectable<AmlScreeningsTable>,
  { type, amlGivenUp }: { type: 'completed' | 'updated'; amlGivenUp: boolean },
): Promise<CaseRow> {
  const facts: CaseFacts = { ...row.facts, aml: WORDS[status], amlGivenUp };
  const aml = { status, id, completedAt: completed_at?.toISOString() ?? null };
  const number = dataset && (await amlDatasets.numberOf(tx, dataset.version));
  return await changeCase(deps, tx, row, {
    set: {
      facts: JSON.stringify(facts),
      checks: JSON.stringify({ ...row.checks, aml }),
      assurance: JSON.stringify({ ...row.assurance, aml: status }),
      aml_dataset: number ?? row.aml_dataset,
    },
    event: { type: `aml_screening.${type}`, screeningId: id, screeningStatus: status },
  });
}

const WORDS = {
  processing: 'none',
  clear: 'clear',
  possible_match: 'possible',
  confirmed_match: 'possible',
  unavailable: 'unavailable',
} as const;
