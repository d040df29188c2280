import { CaseStatus } from '../../contract/caseStatus.ts';
import type { EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';
import type { StoredEventData } from '../db/schema.ts';
import { eventData } from './eventData.ts';

/** What an event of a kind could say, for tests of a receiver. The case that it names does not exist, hence `simulated`. */
export function sampleEventData(type: EventType, at: Date): StoredEventData {
  if (type.startsWith('webhook')) return eventData(null, { simulated: true });
  const status = CaseStatus.options.find((one) => type === `case.${one}`) ?? 'requires_input';
  const row = { id: newId('case', at.getTime()), status, version: 1 };
  return eventData(row, { previousStatus: 'requires_input', simulated: true });
}
