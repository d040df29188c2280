import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/changeCase.ts';
import { newEvent } from '../cases/newEvent.ts';
import type { AmlScreeningsTable, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** Tells of a screening that changes no case: of somebody without one, or one that does not count for its case. */
export async function tellScreening(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow | null,
  { id, mode, status }: Selectable<AmlScreeningsTable>,
  type: 'completed' | 'updated',
): Promise<void> {
  const data = {
    caseId: row?.id ?? null,
    status: row?.status ?? null,
    previousStatus: row?.status ?? null,
    version: row?.version ?? null,
    clientReferenceId: row?.client_reference_id ?? null,
    reasons: [],
    screeningId: id,
    screeningStatus: status,
  };
  await newEvent(deps, tx, { mode, type: `aml_screening.${type}`, at: deps.clock(), data });
}
