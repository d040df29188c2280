import { CaseStatus } from '../../contract/caseStatus.ts';
import type { EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';
import type { StoredEventData } from '../db/schema.ts';

/** What an event tells of a case, as its row holds it. */
export interface EventCase {
  id: string;
  status: CaseStatus;
  version: number;
}

/** What an event tells beside its case. */
export interface EventDetails {
  /** Where the case was before; absent: where it is, `null`: nowhere, since it is new. */
  previousStatus?: CaseStatus | null;
  reasons?: readonly string[];
  [more: string]: unknown;
}

/**
 * The data of an event: its shape stands here alone. `row` is `null` for what concerns no case. What the customer calls
 * a case is read from the case.
 */
export function eventData(
  row: EventCase | null,
  { previousStatus = row?.status ?? null, reasons = [], ...more }: EventDetails = {},
): StoredEventData {
  return {
    caseId: row?.id ?? null,
    status: row?.status ?? null,
    previousStatus,
    version: row?.version ?? null,
    reasons: [...reasons],
    ...more,
  };
}

/** What an event of a kind could say, for tests of a receiver. The case that it names does not exist, hence `simulated`. */
export function sampleEventData(type: EventType, at: Date): StoredEventData {
  if (type.startsWith('webhook')) return eventData(null, { simulated: true });
  const status = CaseStatus.options.find((one) => type === `case.${one}`) ?? 'requires_input';
  const row = { id: newId('case', at.getTime()), status, version: 1 };
  return eventData(row, { previousStatus: 'requires_input', simulated: true });
}
