import type { Transport } from '../../client/transport.ts';
import type { Case } from '../../contract/case.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Event } from '../../contract/events.ts';
import type { EmitTestEvent, Simulate } from '../../contract/testMode.ts';
import type { PostOptions } from '../requestOptions.ts';

/** Calls for the tests of an integration; they are 404 with a live key. */
export function testOf(send: Transport) {
  return {
    /** Moves a case to another state, along legal transitions only. */
    simulate: (caseId: string, body: Simulate, options?: PostOptions) =>
      send<Case>(endpoints.simulateCase, { params: { id: caseId }, body, ...options }),
    /** Emits an event of a kind. */
    emitEvent: (body: EmitTestEvent, options?: PostOptions) =>
      send<Event>(endpoints.emitTestEvent, { body, ...options }),
  };
}
