import type { Handoff, StartedHandoff } from '../contract/handoff.ts';
import { handoffCalls } from '../contract/handoffCalls.ts';
import type { CallOptions, CaseClient } from './createCaseClient.ts';
import type { Fetch } from './exchange.ts';

/** Timeout of one poll in milliseconds; the next one follows within seconds. */
const ASK_MS = 5_000;
/** Timeout of a stream in milliseconds. The service ends a stream of events after five minutes. */
const STREAM_MS = 6 * 60_000;

/** The computer's calls for the hand-off to a phone. Each throws IdvApiError, IdvConnectionError or IdvTimeoutError. */
export interface HandoffClient {
  /** Starts the hand-off, or draws its next code. Once a phone has joined, returns that state. */
  startHandoff(options?: CallOptions): Promise<StartedHandoff>;
  retrieveHandoff(options?: CallOptions): Promise<Handoff>;
  /** @param digits the four digits that the phone shows. */
  confirmHandoff(digits: string, options?: CallOptions): Promise<Handoff>;
  endHandoff(options?: CallOptions): Promise<void>;
  /** Follows the hand-off as server-sent events until the service closes the stream. @param fetch reads the stream. */
  streamHandoff(fetch: Fetch, options?: CallOptions): Promise<void>;
}

/** Creates the hand-off's part of the page's client. It is a separate script, because most people don't need it. */
export function createHandoffClient({ send, caseId }: Pick<CaseClient, 'send' | 'caseId'>): HandoffClient {
  const { startHandoff, retrieveHandoff, confirmHandoff, endHandoff } = handoffCalls;
  const call = async ({ signal }: CallOptions) => ({ params: { id: await caseId(signal) }, signal });
  return {
    startHandoff: async (options = {}) => send(startHandoff, await call(options)),
    retrieveHandoff: async (options = {}) =>
      send(retrieveHandoff, { ...(await call(options)), timeoutMs: ASK_MS }),
    confirmHandoff: async (digits, options = {}) =>
      send(confirmHandoff, { ...(await call(options)), body: { digits } }),
    endHandoff: async (options = {}) => send(endHandoff, await call(options)),
    streamHandoff: async (fetch, options = {}) =>
      send(retrieveHandoff, {
        ...(await call(options)),
        accept: 'text/event-stream',
        timeoutMs: STREAM_MS,
        deadlineMs: STREAM_MS,
        fetch,
      }),
  };
}
