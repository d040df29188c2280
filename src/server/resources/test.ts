import type { Transport } from '../../client/transport.ts';
import type { Case } from '../../contract/case.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Event } from '../../contract/events.ts';
import type { EmitTestEvent, Simulate } from '../../contract/testMode.ts';
import type { PostOptions } from '../requestOptions.ts';

/** Calls for testing an integration. With a live key they respond with 404. */
export function testOf(send: Transport) {
  return {
    /** Moves a case to another state, along legal transitions only. */
    simulate: (caseId: string, body: Simulate, options?: PostOptions) =>
      send<Case>(endpoints.simulateCase, { params: { id: caseId }, body, ...options }),
    /** Emits an event of the given type. */
    emitEvent: (body: EmitTestEvent, options?: PostOptions) =>
      send<Event>(endpoints.emitTestEvent, { body, ...options }),
  };
}
