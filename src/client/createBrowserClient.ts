import type { SessionCase } from '../contract/case.ts';
import type { Consent, GiveConsent } from '../contract/consent.ts';
import type { PersonalDetails, PersonalDetailsReceipt } from '../contract/personalDetails.ts';
import type { SessionSelfieCheck } from '../contract/selfieCheck.ts';
import { sessionEndpoints } from '../contract/sessionEndpoints.ts';
import type { ClientSession } from '../contract/sessionKey.ts';
import { type Capture, captureForm } from './captureForm.ts';
import { systemClock } from './clock.ts';
import type { Fetch } from './exchange.ts';
import { SessionHolder } from './sessionHolder.ts';
import { createTransport } from './transport.ts';
import { withTimeout } from './withTimeout.ts';
import { xhrFetch } from './xhrFetch.ts';

/** A challenge lives 120 seconds: an upload that takes longer is too late anyway. */
const UPLOAD_MS = 120_000;

export interface BrowserClientOptions {
  /** Gets a session from the customer's back end; called for the first one and whenever a key runs out. */
  fetchSession?: (() => Promise<ClientSession>) | undefined;
  /** The first session, if the page has it already. */
  session?: ClientSession | undefined;
  /** Attempts after the first; 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; 30 000. */
  timeoutMs?: number | undefined;
  fetch?: Fetch | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** What a page can do for its one case. All of it throws IdvApiError, ConnectionError or TimeoutError. */
export interface BrowserClient {
  /** The session in use; `null` before the first call. */
  readonly session: ClientSession | null;
  retrieveCase(options?: CallOptions): Promise<SessionCase>;
  giveConsent(consent: GiveConsent, options?: CallOptions): Promise<Consent>;
  submitPersonalDetails(details: PersonalDetails, options?: CallOptions): Promise<PersonalDetailsReceipt>;
  startSelfieCheck(options?: CallOptions): Promise<SessionSelfieCheck>;
  /** `onProgress` gets the fraction of the upload that was sent, 0 to 1. */
  captureSelfie(
    checkId: string,
    capture: Capture,
    options?: CallOptions & { onProgress?: ((fraction: number) => void) | undefined },
  ): Promise<SessionSelfieCheck>;
  retrieveSelfieCheck(checkId: string, options?: CallOptions): Promise<SessionSelfieCheck>;
}

/**
 * The client of a page. It works with session keys only, keeps them in memory, and gets a new one by itself.
 * @throws IdvError if it is given an API key.
 */
export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const { fetchSession, session } = options;
  const holder = new SessionHolder({ fetchSession, session, timeoutMs, clock: systemClock });
  const send = createTransport({
    credentials: async () => {
      const { baseUrl, sessionKey } = await holder.current();
      return { baseUrl, key: sessionKey };
    },
    renew: (refused, error) => holder.renew(refused, error),
    init: { mode: 'cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
    maxRetries: options.maxRetries,
    timeoutMs,
    fetch: options.fetch,
  });
  const { retrieveCase, giveConsent, submitPersonalDetails, startSelfieCheck } = sessionEndpoints;
  const { captureSelfie, retrieveSelfieCheck } = sessionEndpoints;
  const ownCase = async (signal: AbortSignal | undefined) => {
    const { caseId } = await withTimeout(() => holder.current(), timeoutMs, signal);
    return { id: caseId };
  };

  return {
    get session() {
      return holder.session;
    },
    retrieveCase: async ({ signal } = {}) => send(retrieveCase, { params: await ownCase(signal), signal }),
    giveConsent: async (body, { signal } = {}) =>
      send(giveConsent, { params: await ownCase(signal), body, signal }),
    submitPersonalDetails: async (body, { signal } = {}) =>
      send(submitPersonalDetails, { params: await ownCase(signal), body, signal }),
    startSelfieCheck: async ({ signal } = {}) =>
      send(startSelfieCheck, { body: { caseId: (await ownCase(signal)).id }, signal }),
    captureSelfie: (id, capture, { signal, onProgress } = {}) =>
      send(captureSelfie, {
        params: { id },
        body: captureForm(capture),
        signal,
        timeoutMs: UPLOAD_MS,
        deadlineMs: 2 * UPLOAD_MS,
        fetch: onProgress && typeof XMLHttpRequest === 'function' ? xhrFetch(onProgress) : options.fetch,
      }),
    retrieveSelfieCheck: (id, { signal } = {}) => send(retrieveSelfieCheck, { params: { id }, signal }),
  };
}
