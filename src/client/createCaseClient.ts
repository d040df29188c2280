import type { SessionCase } from '../contract/case.ts';
import { caseCalls } from '../contract/caseCalls.ts';
import type { Consent, GiveConsent } from '../contract/consent.ts';
import type { PersonalDetails, PersonalDetailsReceipt } from '../contract/personalDetails.ts';
import type { ClientSession } from '../contract/sessionKey.ts';
import { systemClock, withTimeout } from './clock.ts';
import type { Fetch } from './exchange.ts';
import { SessionHolder } from './SessionHolder.ts';
import { createTransport, type Transport } from './transport.ts';

export interface BrowserClientOptions {
  /** Gets a session from the customer's back end. Called for the first session, and whenever a key expires. */
  fetchSession?: (() => Promise<ClientSession>) | undefined;
  /** The first session, if the page already has one. */
  session?: ClientSession | undefined;
  /** Retries after the first attempt; default 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; default 30 000. */
  timeoutMs?: number | undefined;
  fetch?: Fetch | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The calls of a page for its case, without the selfie. Each throws IdvApiError, IdvConnectionError or IdvTimeoutError.
 */
export interface CaseClient {
  /** The session in use; `null` before the first call. */
  readonly session: ClientSession | null;
  retrieveCase(options?: CallOptions): Promise<SessionCase>;
  giveConsent(consent: GiveConsent, options?: CallOptions): Promise<Consent>;
  submitPersonalDetails(details: PersonalDetails, options?: CallOptions): Promise<PersonalDetailsReceipt>;
  /** The transport that all calls use. */
  readonly send: Transport;
  /** The id of the case. Fetches a session if there is none. */
  caseId(signal: AbortSignal | undefined): Promise<string>;
}

/** Creates the part of the page's client that the first screen needs. */
export function createCaseClient(options: BrowserClientOptions): CaseClient {
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
  const { retrieveCase, giveConsent, submitPersonalDetails } = caseCalls;
  const caseId = async (signal: AbortSignal | undefined) =>
    (await withTimeout(() => holder.current(), timeoutMs, signal)).caseId;
  const params = async (signal: AbortSignal | undefined) => ({ id: await caseId(signal) });

  return {
    get session() {
      return holder.session;
    },
    retrieveCase: async ({ signal } = {}) => send(retrieveCase, { params: await params(signal), signal }),
    giveConsent: async (body, { signal } = {}) =>
      send(giveConsent, { params: await params(signal), body, signal }),
    submitPersonalDetails: async (body, { signal } = {}) =>
      send(submitPersonalDetails, { params: await params(signal), body, signal }),
    send,
    caseId,
  };
}
