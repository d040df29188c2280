import type { Kysely, Updateable } from 'kysely';
import { sessionStatusOf } from '../../contract/caseStatus.ts';
import type { EventType } from '../../contract/events.ts';
import type { ServiceContext } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { caseEventData, eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { CaseRow } from './caseRow.ts';
import { endHandoff } from './endHandoff.ts';
import { dueOf, lastErrorOf } from './requirements.ts';

/** One change of a case: the columns, and the content of its event. */
export interface CaseChange {
  set: Updateable<CasesTable>;
  event?: { type: EventType; reasons?: readonly string[]; [more: string]: unknown };
}

/**
 * Changes a case locked by the transaction; all changes go through here. Increments the version, and the page's version
 * only if the page can see the change. Writes the event and one delivery for each subscribed endpoint in the same
 * transaction.
 */
export async function changeCase(
  context: ServiceContext,
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
  if (moved(row, changed)) await endHandoff(context, tx, changed, 'case_moved');
  if (event) {
    const { type, ...fields } = event;
    const dataOf = type.startsWith('case.') ? caseEventData : eventData;
    const data = dataOf(changed, { ...fields, previousStatus: row.status });
    await newEvent(context, tx, { mode: row.mode, type, at: now, data, owner: changed });
  }
  return changed;
}

/** Whether a case has left the statuses in which a phone can take part. */
function moved(before: CaseRow, { status }: CaseRow): boolean {
  const isOpen = status === 'requires_input' || status === 'processing';
  return !isOpen && status !== before.status;
}

/** Columns of type jsonb: parsed when read, written as text. */
const JSON_COLUMNS: ReadonlySet<string> = new Set<keyof CasesTable>([
  'policy',
  'consent',
  'facts',
  'checks',
  'assurance',
  'decision',
  'last_error',
  'redaction',
]);

/** A case after a change. */
function changedRow(row: CaseRow, set: Updateable<CasesTable>): CaseRow {
  const read = Object.entries(set).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : value,
  ]);
  return { ...row, ...Object.fromEntries(read) };
}

/** The part of a case that its page can see, as text: equal texts look the same to the page. */
export function pageState(row: CaseRow): string {
  const status = sessionStatusOf(row.status);
  const { currentlyDue, selfieAttemptsRemaining } = pageRequirements(row);
  return JSON.stringify([
    status,
    currentlyDue,
    selfieAttemptsRemaining,
    lastErrorOf(row),
    // Later neither is shown, and their deletion with the details must not be seen.
    row.facts.details === 'none' && row.prefill !== null,
    row.facts.details === 'none' && row.proven !== null,
    row.facts.credentialRefusals,
    row.facts.documentAttempts,
    row.facts.documentSkipped,
  ]);
}

/**
 * The requirements shown to the page. The number of remaining attempts is included only while a selfie is due; later it
 * would reveal the result of the last one.
 */
export function pageRequirements(row: CaseRow) {
  const currentlyDue = dueOf(row);
  const isSelfieDue = currentlyDue.includes('selfie');
  return { currentlyDue, selfieAttemptsRemaining: isSelfieDue ? row.attempts_left : 0 };
}
