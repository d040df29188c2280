import type { Checks } from '../../contract/case.ts';
import { CaseStatus } from '../../contract/caseStatus.ts';
import type { CaseEventData, EventType } from '../../contract/events.ts';
import { type IdPrefix, newId } from '../../contract/ids.ts';
import type { StoredEventData } from '../db/schema.ts';

/** The state of a case that its events contain. */
export interface EventCase {
  id: string;
  status: CaseStatus;
  version: number;
}

/** The data of an event in addition to its case. */
export interface EventDetails {
  /** The status of the case before the event; absent: unchanged; `null`: none, since the case is new. */
  previousStatus?: CaseStatus | null;
  reasons?: readonly string[];
  [more: string]: unknown;
}

/**
 * The data of an event; the only place that defines its shape. `row` is `null` for an event without a case. The
 * customer's reference is read from the case.
 */
export function eventData(
  row: EventCase | null,
  { previousStatus = row?.status ?? null, reasons = [], ...fields }: EventDetails = {},
): StoredEventData {
  return {
    caseId: row?.id ?? null,
    status: row?.status ?? null,
    previousStatus,
    version: row?.version ?? null,
    reasons: [...reasons],
    ...fields,
  };
}

/** The data of a change of a case: with the latest document. */
export function caseEventData(row: EventCase & { checks: Checks }, details: EventDetails): StoredEventData {
  return eventData(row, { ...details, document: documentOf(row.checks) });
}

function documentOf({ document: { id, status } }: Checks): CaseEventData['document'] {
  return id === null || status === 'pending' ? null : { id, status };
}

/** Sample data of an event type, for tests of a receiver. The case does not exist, hence `simulated`. */
export function sampleEventData(type: EventType, at: Date): StoredEventData {
  const newIdOf = (prefix: IdPrefix) => newId(prefix, at.getTime());
  if (type === 'webhook_endpoint.disabled')
    return eventData(null, { reasons: ['by_request'], endpointId: newIdOf('we'), simulated: true });
  if (type.startsWith('aml_list.'))
    return eventData(null, { list: 'ofac_sdn', since: at.toISOString(), simulated: true });
  if (type === 'webhook.test') return eventData(null, { simulated: true });
  const status = CaseStatus.options.find((one) => type === `case.${one}`) ?? 'requires_input';
  const row = { id: newIdOf('case'), status, version: 1 };
  const samples = {
    'personal_details.submitted': { revision: 1 },
    'selfie_check.completed': { selfieCheckId: newIdOf('bio') },
    'credential_check.completed': { credentialId: newIdOf('cred') },
    'document_check.completed': { documentCheckId: newIdOf('doc') },
    'aml_screening.completed': { screeningId: newIdOf('aml'), screeningStatus: 'clear' },
    'aml_screening.updated': { screeningId: newIdOf('aml'), screeningStatus: 'clear' },
  }[type as string];
  if (type.startsWith('case.')) {
    const document = type === 'case.created' ? null : { id: newIdOf('doc'), status: 'read' };
    return eventData(row, { document, previousStatus: 'requires_input', simulated: true });
  }
  return eventData(row, { ...samples, previousStatus: 'requires_input', simulated: true });
}
