import type { Kysely, Selectable, Updateable } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import type { Deps } from '../deps.ts';
import { newEvent } from './newEvent.ts';

export type CaseRow = Selectable<CasesTable>;

/** One change of a case: the columns, and what to tell about it. */
export interface CaseChange {
  set: Updateable<CasesTable>;
  event?: { type: EventType; reasons?: readonly string[]; [more: string]: unknown };
}

/**
 * Changes a case whose row the transaction holds: the one place that does. The version goes up by one, and the event
 * is written beside the change with a delivery for each endpoint that wants it.
 */
export async function changeCase(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  { set, event }: CaseChange,
): Promise<CaseRow> {
  const now = deps.clock();
  const changed = await cases.update(tx, row.id, { ...set, version: row.version + 1, updated_at: now });
  if (event) {
    const { type, reasons = [], ...more } = event;
    const data = {
      caseId: row.id,
      status: changed.status,
      previousStatus: row.status,
      version: changed.version,
      clientReferenceId: row.client_reference_id,
      reasons: [...reasons],
      ...more,
    };
    await newEvent(deps, tx, { mode: row.mode, type, at: now, data });
  }
  return changed;
}
