import { CaseStatus } from '../../contract/caseStatus.ts';
import type { EventData, EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';

/** What an event of a kind could say, for tests of a receiver. The case that it names does not exist, hence `simulated`. */
export function sampleEventData(type: EventType, at: Date): EventData {
  const ofCase = !type.startsWith('webhook');
  const status = CaseStatus.options.find((one) => type === `case.${one}`) ?? null;
  return {
    caseId: ofCase ? newId('case', at.getTime()) : null,
    status: status ?? (ofCase ? 'requires_input' : null),
    previousStatus: ofCase ? 'requires_input' : null,
    version: ofCase ? 1 : null,
    clientReferenceId: null,
    reasons: [],
    simulated: true,
  };
}
