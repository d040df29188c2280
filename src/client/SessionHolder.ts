import type { ClientSession } from '../contract/sessionKey.ts';
import { type Clock, withTimeout } from './clock.ts';
import { IdvError } from './errors.ts';
import { optionError } from './optionError.ts';
import type { AuthenticationError } from './refusals.ts';
import type { Credentials } from './transport.ts';

/** A key is replaced when less than this remains, in milliseconds … */
const MARGIN_MS = 30_000;
/** … but not within this time after it was received, because the clock of the page may be wrong. */
const SETTLED_MS = 60_000;

/** The code for a session that only a new session can replace. */
const UNFIT = { code: 'session_malformed' } as const;

const REPLACEABLE = ['session_key_expired', 'session_key_invalid', 'session_key_revoked'];

export interface SessionHolderOptions {
  fetchSession?: (() => Promise<ClientSession>) | undefined;
  session?: ClientSession | undefined;
  /** Milliseconds for one call of `fetchSession`. */
  timeoutMs: number;
  clock: Clock;
}

/** Holds the session of a page, in memory only, and fetches a new one when it expires; one fetch at a time. */
export class SessionHolder {
  readonly #options: SessionHolderOptions;
  #session: ClientSession | null = null;
  #since = 0;
  #pending: Promise<ClientSession> | null = null;

  constructor(options: SessionHolderOptions) {
    if (!options.session && !options.fetchSession) throw optionError('Pass session or fetchSession');
    this.#options = options;
    if (options.session) this.#keep(options.session);
  }

  /** The current session; `null` before the first. */
  get session(): ClientSession | null {
    return this.#session;
  }

  /** The current session; fetches a new one if there is none or the current one is about to expire. */
  async current(): Promise<ClientSession> {
    if (this.#session && !this.#isEnding(this.#session)) return this.#session;
    return this.#options.fetchSession ? this.#refresh() : this.#session!;
  }

  /** After a 401: fetches a new session, unless another call has done so since the request was sent. */
  async renew(refused: Credentials, error: AuthenticationError): Promise<boolean> {
    if (!REPLACEABLE.includes(error.code)) return false;
    if (this.#session?.sessionKey !== refused.key) return true;
    if (!this.#options.fetchSession) return false;
    await this.#refresh();
    return true;
  }

  #isEnding(session: ClientSession): boolean {
    const now = this.#options.clock.now();
    return now - this.#since >= SETTLED_MS && Date.parse(session.expiresAt) - now < MARGIN_MS;
  }

  #refresh(): Promise<ClientSession> {
    const { fetchSession, timeoutMs } = this.#options;
    this.#pending ??= withTimeout(async () => this.#keep(await fetchSession!()), timeoutMs).finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  #keep(session: ClientSession): ClientSession {
    refuseUnfit(session);
    if (this.#session && this.#session.caseId !== session.caseId) {
      throw new IdvError('The new session is for another case', UNFIT);
    }
    this.#session = session;
    this.#since = this.#options.clock.now();
    return session;
  }
}

function refuseUnfit(session: ClientSession): void {
  const texts = [session?.caseId, session?.sessionKey, session?.expiresAt, session?.baseUrl];
  if (!texts.every((text) => typeof text === 'string')) {
    throw new IdvError('A session must have caseId, sessionKey, expiresAt and baseUrl', UNFIT);
  }
  if (session.sessionKey.startsWith('idv_')) {
    throw new IdvError('An API key reached a page. Revoke it', UNFIT);
  }
  if (!session.sessionKey.startsWith('idvs_')) throw new IdvError('sessionKey must begin with idvs_', UNFIT);
  if (!/^https?:\/\//.test(session.baseUrl)) throw new IdvError('baseUrl must be an http(s) URL', UNFIT);
}
