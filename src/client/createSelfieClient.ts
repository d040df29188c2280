import { selfieCalls } from '../contract/selfieCalls.ts';
import type { ChallengeMovement, SessionSelfieCheck } from '../contract/selfieCheck.ts';
import { type Capture, captureForm } from './captureForm.ts';
import type { CallOptions, CaseClient } from './createCaseClient.ts';
import type { Fetch } from './exchange.ts';

/**
 * Timeout of an upload in milliseconds. A challenge is valid for 120 seconds: a longer upload would be too late anyway.
 */
const UPLOAD_MS = 120_000;

/** The page's calls for the selfie. Each throws IdvApiError, IdvConnectionError or IdvTimeoutError. */
export interface SelfieClient {
  /**
   * Returns the challenge that awaits its capture, or a new one.
   * @param options.stuckAt the movement that the person can't do: draws another challenge without it; the second time
   *   one of a single picture, which a reviewer judges.
   */
  startSelfieCheck(
    options?: CallOptions & { stuckAt?: ChallengeMovement | undefined },
  ): Promise<SessionSelfieCheck>;
  /** Restarts the lifetime of a challenge that has not expired yet. */
  extendSelfieCheck(checkId: string, options?: CallOptions): Promise<SessionSelfieCheck>;
  /** `onProgress` receives the fraction of the upload that was sent, 0 to 1. */
  captureSelfie(
    checkId: string,
    capture: Capture,
    options?: CallOptions & { onProgress?: ((fraction: number) => void) | undefined },
  ): Promise<SessionSelfieCheck>;
  retrieveSelfieCheck(checkId: string, options?: CallOptions): Promise<SessionSelfieCheck>;
}

/**
 * Creates the selfie's part of the page's client. It is a separate script, because the first screen doesn't need it.
 */
export function createSelfieClient(
  { send, caseId }: Pick<CaseClient, 'send' | 'caseId'>,
  fetch?: Fetch,
): SelfieClient {
  const { startSelfieCheck, extendSelfieCheck, captureSelfie, retrieveSelfieCheck } = selfieCalls;
  return {
    startSelfieCheck: async ({ signal, stuckAt } = {}) =>
      send(startSelfieCheck, { body: { caseId: await caseId(signal), ...(stuckAt && { stuckAt }) }, signal }),
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

/**
 * A `fetch` that reports upload progress, which the platform's `fetch` cannot do.
 * @param onProgress called with the fraction sent, 0 to 1; restarts after a retry.
 */
export function xhrFetch(onProgress: (fraction: number) => void): Fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(init.method ?? 'GET', url);
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The request failed'));
      request.onabort = () => reject(init.signal?.reason);
      request.onloadend = () => init.signal?.removeEventListener('abort', abort);
      init.signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit | null);
      if (init.signal?.aborted) request.abort();
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = request.status === 204 ? null : request.response;
  return new Response(body, { status: request.status, headers });
}
