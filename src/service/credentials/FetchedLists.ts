import { every, type Repeated } from '../every.ts';
import { errorForLog, type Log } from '../log.ts';
import { guardedGet } from '../webhooks/guardedGet.ts';

const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 3000;
/** Bounds of the lifetime of a list in use. */
const LIFETIME_MS = { min: 60_000, max: 86_400_000 };
/**
 * Fraction of its lifetime after which a list is fetched again. No presentation then waits for a fetch, and an issuer
 * cannot relate a fetch to a presentation.
 */
const AHEAD = 0.5;
/** A list that was not needed for this long is dropped. */
const UNUSED_MS = 604_800_000;
const MAX_LISTS = 200;
/** Minimum time between fetches of a list after a failure. */
const AGAIN_MS = 10_000;

/** A list with a verified signature, and its lifetime. */
interface ReadList<L> {
  list: L;
  /** Milliseconds; time to live. */
  ttlMs: number;
  /** Milliseconds since 1970; `null`: the issuer states no expiry. */
  expiresAt: number | null;
}

/** Requirements for the signer of a list. */
export interface ListTrust {
  allowLoopback: boolean;
}

/** How lists of one kind are fetched and read. */
interface ListKind<L, T extends ListTrust> {
  name: string;
  accept: string;
  allowHttp: boolean;
  /** The key under which a list is cached, in addition to its address. */
  keyOf(trust: T): string;
  /** @throws {CredentialError} */
  read(bytes: Uint8Array, uri: string, trust: T, now: number): Promise<ReadList<L>>;
}

interface CachedList<L, T> {
  uri: string;
  trust: T;
  list: L;
  fetchedAt: number;
  until: number;
  usedAt: number;
}

interface Needs {
  clock: () => Date;
  log: Log;
}

/**
 * Signed lists of issuers: fetched when a credential first names one, then again before they expire. Addresses come
 * from credentials with a verified signature, and are checked like those of webhooks.
 */
export class FetchedLists<L, T extends ListTrust> {
  readonly #needs: Needs;
  readonly #kind: ListKind<L, T>;
  readonly #cached = new Map<string, CachedList<L, T>>();
  readonly #fetching = new Map<string, Promise<CachedList<L, T> | null>>();
  readonly #failedAt = new Map<string, number>();
  readonly #cutOff = new AbortController();
  #timer: Repeated | null = null;

  constructor(needs: Needs, kind: ListKind<L, T>) {
    this.#needs = needs;
    this.#kind = kind;
  }

  start(): void {
    const { name } = this.#kind;
    this.#timer = every(LIFETIME_MS.min, () => this.refresh(), { name, log: this.#needs.log });
  }

  /** Ends fetches in progress, and begins no other. */
  async stop(): Promise<void> {
    this.#cutOff.abort();
    await this.#timer?.stop();
    await Promise.all(this.#fetching.values());
  }

  /** A current list; `null` if it is unavailable. */
  async get(uri: string, trust: T): Promise<{ list: L; fetchedAt: number } | null> {
    const now = this.#now();
    const cached = this.#cached.get(this.#keyOf(uri, trust));
    const current = cached && cached.until > now ? cached : await this.#fetch(uri, trust);
    if (current) current.usedAt = now;
    return current;
  }

  /** Fetches lists that expire soon, and drops unused ones. */
  async refresh(): Promise<void> {
    const now = this.#now();
    for (const [key, { uri, trust, usedAt, fetchedAt, until }] of [...this.#cached]) {
      if (now - usedAt > UNUSED_MS) this.#cached.delete(key);
      else if (now > fetchedAt + AHEAD * (until - fetchedAt)) await this.#fetch(uri, trust);
    }
  }

  async #fetch(uri: string, trust: T): Promise<CachedList<L, T> | null> {
    const key = this.#keyOf(uri, trust);
    if (this.#cutOff.signal.aborted) return null;
    if (this.#now() - (this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return null;
    const under =
      this.#fetching.get(key) ?? this.#download(uri, trust).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, under);
    return await under;
  }

  async #download(uri: string, trust: T): Promise<CachedList<L, T> | null> {
    const key = this.#keyOf(uri, trust);
    const { accept, allowHttp, name, read } = this.#kind;
    try {
      const { allowLoopback } = trust;
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal: this.#cutOff.signal };
      const bytes = await guardedGet(uri, { allowLoopback, allowHttp, accept, ...limits });
      const now = this.#now();
      const { list, ttlMs, expiresAt } = await read(bytes, uri, trust, now);
      const lasts = Math.min(LIFETIME_MS.max, Math.max(LIFETIME_MS.min, ttlMs));
      const until = Math.min(now + lasts, expiresAt ?? Number.POSITIVE_INFINITY);
      const cached = {
        uri,
        trust,
        list,
        fetchedAt: now,
        until,
        usedAt: this.#cached.get(key)?.usedAt ?? now,
      };
      this.#cached.delete(key);
      this.#cached.set(key, cached);
      const [oldest] = this.#cached.keys();
      if (this.#cached.size > MAX_LISTS) this.#cached.delete(oldest!);
      this.#failedAt.delete(key);
      return cached;
    } catch (error) {
      if (this.#cutOff.signal.aborted) return null;
      if (this.#failedAt.size > MAX_LISTS) this.#failedAt.clear();
      this.#failedAt.set(key, this.#now());
      // The URL belongs to the issuer and is shared by many people, so it may be logged.
      this.#needs.log.warn(name, { host: hostOf(uri), ...errorForLog(error) });
      return null;
    }
  }

  #keyOf(uri: string, trust: T): string {
    return `${this.#kind.keyOf(trust)} ${uri}`;
  }

  #now(): number {
    return this.#needs.clock().getTime();
  }
}

function hostOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).host : 'unknown';
}
