import { selfieCalls } from '../contract/selfieCalls.ts';
import type { SessionSelfieCheck } from '../contract/selfieCheck.ts';
import { type Capture, captureForm } from './captureForm.ts';
import type { CallOptions, CaseClient } from './createCaseClient.ts';
import type { Fetch } from './exchange.ts';
import { xhrFetch } from './xhrFetch.ts';

/** A challenge lives 120 seconds: an upload that takes longer is too late anyway. */
const UPLOAD_MS = 120_000;

/** What a page can do for the selfie. All of it throws IdvApiError, ConnectionError or TimeoutError. */
export interface SelfieClient {
  startSelfieCheck(options?: CallOptions): Promise<SessionSelfieCheck>;
  /** Restarts the lifetime of a challenge that has not expired yet. */
  extendSelfieCheck(checkId: string, options?: CallOptions): Promise<SessionSelfieCheck>;
  /** `onProgress` gets the fraction of the upload that was sent, 0 to 1. */
  captureSelfie(
    checkId: string,
    capture: Capture,
    options?: CallOptions & { onProgress?: ((fraction: number) => void) | undefined },
  ): Promise<SessionSelfieCheck>;
  retrieveSelfieCheck(checkId: string, options?: CallOptions): Promise<SessionSelfieCheck>;
}

/** The selfie's part of the page's client; apart, since the first screen does without. */
export function createSelfieClient(
  { send, caseId }: Pick<CaseClient, 'send' | 'caseId'>,
  fetch?: Fetch,
): SelfieClient {
  const { startSelfieCheck, extendSelfieCheck, captureSelfie, retrieveSelfieCheck } = selfieCalls;
  return {
    startSelfieCheck: async ({ signal } = {}) =>
      send(startSelfieCheck, { body: { caseId: await caseId(signal) }, signal }),
    extendSelfieCheck: (id, { signal } = {}) => send(extendSelfieCheck, { params: { id }, signal }),
    captureSelfie: (id, capture, { signal, onProgress } = {}) =>
      send(captureSelfie, {
        params: { id },
        body: captureForm(capture),
        signal,
        timeoutMs: UPLOAD_MS,
        deadlineMs: 2 * UPLOAD_MS,
        fetch: onProgress && typeof XMLHttpRequest === 'function' ? xhrFetch(onProgress) : fetch,
      }),
    retrieveSelfieCheck: (id, { signal } = {}) => send(retrieveSelfieCheck, { params: { id }, signal }),
  };
}
