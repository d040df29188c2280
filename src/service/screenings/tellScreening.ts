import type { Kysely, Selectable } from 'kysely';
import type { CaseRow } from '../cases/CaseRow.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { ScreeningContext } from './ScreeningContext.ts';

/** Tells of a screening that changes no case: of somebody without one, or one that does not count for its case. */
export async function tellScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow | null,
  { id, mode, status }: Selectable<AmlScreeningsTable>,
  { type, more }: { type: 'completed' | 'updated'; more?: Record<string, unknown> },
): Promise<void> {
  const data = eventData(row, { screeningId: id, screeningStatus: status, ...more });
  await newEvent(context, tx, { mode, type: `aml_screening.${type}`, at: context.clock(), data, owner: row });
}
