import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { EventData } from '../../contract/events.ts';

/** What an event tells of a case, as its row holds it. */
export interface EventCase {
  id: string;
  status: CaseStatus;
  version: number;
  client_reference_id: string | null;
}

/** What an event tells beside its case. */
export interface EventDetails {
  /** Where the case was before; absent: where it is, `null`: nowhere, since it is new. */
  previousStatus?: CaseStatus | null;
  reasons?: readonly string[];
  [more: string]: unknown;
}

/** The data of an event: its shape stands here alone. `row` is `null` for what concerns no case. */
export function eventData(
  row: EventCase | null,
  { previousStatus = row?.status ?? null, reasons = [], ...more }: EventDetails = {},
): EventData {
  return {
    caseId: row?.id ?? null,
    status: row?.status ?? null,
    previousStatus,
    version: row?.version ?? null,
    clientReferenceId: row?.client_reference_id ?? null,
    reasons: [...reasons],
    ...more,
  };
}
