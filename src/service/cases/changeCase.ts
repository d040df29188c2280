import type { Kysely, Updateable } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import type { Context } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { CaseRow } from './CaseRow.ts';
import { changedRow } from './changedRow.ts';
import { pageState } from './pageState.ts';

/** One change of a case: the columns, and what to tell about it. */
export interface CaseChange {
  set: Updateable<CasesTable>;
  event?: { type: EventType; reasons?: readonly string[]; [more: string]: unknown };
}

/**
 * Changes a case whose row the transaction holds: the one place that does. The version goes up by one, that of the page
 * only with what the page can see, and the event is written beside the change with a delivery for each endpoint that
 * wants it.
 */
export async function changeCase(
  context: Context,
  tx: Kysely<Database>,
  row: CaseRow,
  { set, event }: CaseChange,
): Promise<CaseRow> {
  const now = context.clock();
  const isSeen = pageState(changedRow(row, set)) !== pageState(row);
  const changed = await cases.update(tx, row.id, {
    ...set,
    version: row.version + 1,
    ...(isSeen && { page_version: row.page_version + 1 }),
    updated_at: now,
  });
  if (event) {
    const { type, ...more } = event;
    const data = eventData(changed, { ...more, previousStatus: row.status });
    await newEvent(context, tx, { mode: row.mode, type, at: now, data, owner: changed });
  }
  return changed;
}
