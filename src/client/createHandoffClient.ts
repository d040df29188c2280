import type { Handoff, StartedHandoff } from '../contract/handoff.ts';
import { handoffCalls } from '../contract/handoffCalls.ts';
import type { CallOptions, CaseClient } from './createCaseClient.ts';
import type { Fetch } from './exchange.ts';

/** For one question, which the next one follows in seconds. */
const ASK_MS = 5_000;
/** The service ends a stream of events after five minutes. */
const STREAM_MS = 6 * 60_000;

/** The computer's calls for the hand-off to a phone. Each throws IdvApiError, IdvConnectionError or IdvTimeoutError. */
export interface HandoffClient {
  /** Begins it, or draws its next code; once a phone has joined, says so. */
  startHandoff(options?: CallOptions): Promise<StartedHandoff>;
  retrieveHandoff(options?: CallOptions): Promise<Handoff>;
  /** @param digits the four that the phone shows. */
  confirmHandoff(digits: string, options?: CallOptions): Promise<Handoff>;
  endHandoff(options?: CallOptions): Promise<void>;
  /** Follows it as server-sent events until the service closes the stream. @param fetch reads the stream. */
  streamHandoff(fetch: Fetch, options?: CallOptions): Promise<void>;
}

/** The hand-off's part of the page's client; apart, since most people do without. */
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
