import { IdvError } from '../client/errors.ts';
import type { Fetch } from '../client/exchange.ts';
import { createTransport } from '../client/transport.ts';
import { environment } from './environment.ts';
import { amlOf } from './resources/aml.ts';
import { auditOf } from './resources/audit.ts';
import { biometricsOf } from './resources/biometrics.ts';
import { brandingOf } from './resources/branding.ts';
import { casesOf } from './resources/cases.ts';
import { credentialsOf } from './resources/credentials.ts';
import { eventsOf } from './resources/events.ts';
import { keysOf } from './resources/keys.ts';
import { statsOf } from './resources/stats.ts';
import { testOf } from './resources/test.ts';
import { webhookEndpointsOf } from './resources/webhookEndpoints.ts';
import { returnsOf } from './returns.ts';
import { type SessionTarget, sessionHandler } from './sessionHandler.ts';
import { startVerification } from './startVerification.ts';
import { toNodeHandler } from './toNodeHandler.ts';
import { webhookHandler } from './webhooks/webhookHandler.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** The base URL of a service with default settings. */
const LOCAL_SERVICE = 'http://127.0.0.1:4010/v1';

export interface IdvClientOptions {
  /** `idv_test_…` or `idv_live_…`; default: the environment variable `IDV_API_KEY`. It determines the mode. */
  apiKey?: string | undefined;
  /**
   * The base URL of the service, ending in `/v1`; default: the environment variable `IDV_BASE_URL`, or else a service
   * on this machine.
   */
  baseUrl?: string | undefined;
  /** The base URL by which pages reach the service, if it differs from `baseUrl`. */
  publicBaseUrl?: string | undefined;
  /** Retries after the first attempt; default 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; default 30 000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for all attempts including the delays between them; default 90 000. */
  deadlineMs?: number | undefined;
  fetch?: Fetch | undefined;
}

export type IdvClient = ReturnType<typeof createIdvClient>;

/**
 * Creates the client of a customer's back end. It needs `fetch` and WebCrypto, and no particular platform.
 * Every call throws IdvApiError, IdvConnectionError or IdvTimeoutError, and IdvError `key_malformed` if the API key is
 * missing or malformed. The key is checked at the first call, so that a build without secrets can import the client.
 * @throws IdvError `address_invalid` if `baseUrl` or `publicBaseUrl` is not a valid http(s) URL.
 */
export function createIdvClient(options: IdvClientOptions = {}) {
  const { maxRetries, timeoutMs, deadlineMs, fetch } = options;
  const baseUrl = httpAddress('baseUrl', options.baseUrl ?? (environment('IDV_BASE_URL') || LOCAL_SERVICE));
  const publicBaseUrl = httpAddress('publicBaseUrl', options.publicBaseUrl ?? baseUrl);
  const credentials = () => ({ baseUrl, key: checkedKey(options.apiKey ?? environment('IDV_API_KEY')) });
  const send = createTransport({ credentials, maxRetries, timeoutMs, deadlineMs, fetch });
  const cases = casesOf(send);

  return {
    cases,
    aml: amlOf(send),
    biometrics: biometricsOf(send),
    credentials: credentialsOf(send),
    webhookEndpoints: webhookEndpointsOf(send),
    events: eventsOf(send),
    branding: brandingOf(send),
    /** The audit log: all accesses and actions. */
    audit: auditOf(send),
    stats: statsOf(send),
    /** API keys. */
    keys: keysOf(send),
    /** Calls for keys of test mode only. */
    test: testOf(send),
    /** Creates a case with its first session key. */
    startVerification: startVerification(cases, publicBaseUrl),
    /** Creates the handler for `session-url`; `identify` returns the signed-in user. */
    sessionHandler: (identify: (request: Request) => Promise<SessionTarget | null> | SessionTarget | null) =>
      sessionHandler(cases, publicBaseUrl, identify),
    /** Verifies the return of a person from the verification. */
    returns: returnsOf(cases.retrieve),
    toNodeHandler,
    webhooks,
    webhookHandler,
  };
}

function httpAddress(name: string, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new IdvError(`${name} must be an http(s) URL that ends in /v1`, { code: 'address_invalid' });
}

function checkedKey(key: unknown): string {
  if (typeof key === 'string' && key.startsWith('idv_')) return key;
  const problem =
    key === undefined ? 'is missing' : 'is malformed: it must begin with idv_test_ or idv_live_';
  throw new IdvError(`The API key ${problem}. Set IDV_API_KEY, or pass apiKey (idv_test_… or idv_live_…)`, {
    code: 'key_malformed',
  });
}
