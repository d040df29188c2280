import {
  type Anchor,
  CredentialError,
  type CredentialStatus,
  readStatusList,
  type StatusList,
  type StatusReference,
} from '../../credentials/credentials.ts';
import type { Log } from '../log.ts';
import { guardedGet } from '../webhooks/guardedGet.ts';

const ACCEPT = 'application/statuslist+jwt, application/statuslist+cwt, application/identifierlist+cwt';
const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 3000;
/** Lifetime of a list in use: bounds, and the default for a list that does not state it. */
const LIFETIME_MS = { min: 60_000, max: 86_400_000, default: 900_000 };
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

interface CachedList {
  list: StatusList;
  anchors: readonly Anchor[];
  allowLoopback: boolean;
  fetchedAt: number;
  until: number;
  usedAt: number;
}

interface Needs {
  clock: () => Date;
  log: Log;
}

/** Requirements for the signer of a list. */
interface ListTrust {
  anchors: readonly Anchor[];
  allowLoopback: boolean;
}

/** The status lists of issuers: fetched when a credential first refers to one, then ahead of expiry. */
export class StatusLists {
  readonly #needs: Needs;
  readonly #cached = new Map<string, CachedList>();
  readonly #fetching = new Map<string, Promise<CachedList | null>>();
  readonly #failedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(): void {
    this.#timer = setInterval(() => void this.refresh(), LIFETIME_MS.min).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#fetching.values());
  }

  /** The status of a credential with a valid signature; `unknown` if its list is unavailable. */
  async statusOf(
    reference: StatusReference,
    trust: ListTrust,
  ): Promise<{ result: CredentialStatus; at: number | null }> {
    const now = this.#now();
    const cached = this.#cached.get(reference.uri);
    const current = cached && cached.until > now ? cached : await this.#fetch(reference.uri, trust);
    if (!current) return { result: 'unknown', at: null };
    current.usedAt = now;
    try {
      return { result: current.list.statusOf(reference), at: current.fetchedAt };
    } catch (error) {
      if (error instanceof CredentialError) return { result: 'unknown', at: current.fetchedAt };
      throw error;
    }
  }

  /** Fetches lists that expire soon, and drops unused ones. */
  async refresh(): Promise<void> {
    const now = this.#now();
    for (const [uri, cached] of [...this.#cached]) {
      if (now - cached.usedAt > UNUSED_MS) this.#cached.delete(uri);
      else if (now > cached.fetchedAt + AHEAD * (cached.until - cached.fetchedAt))
        await this.#fetch(uri, cached);
    }
  }

  async #fetch(uri: string, trust: ListTrust): Promise<CachedList | null> {
    if (this.#now() - (this.#failedAt.get(uri) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return null;
    const under =
      this.#fetching.get(uri) ?? this.#download(uri, trust).finally(() => this.#fetching.delete(uri));
    this.#fetching.set(uri, under);
    return await under;
  }

  async #download(uri: string, { anchors, allowLoopback }: ListTrust): Promise<CachedList | null> {
    try {
      const bytes = await guardedGet(uri, {
        allowLoopback,
        accept: ACCEPT,
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      const now = this.#now();
      const list = await readStatusList(bytes, uri, { anchors, now });
      const lasts = Math.min(LIFETIME_MS.max, Math.max(LIFETIME_MS.min, list.ttlMs ?? LIFETIME_MS.default));
      const until = Math.min(now + lasts, list.expiresAt ?? Number.POSITIVE_INFINITY);
      const cached = { list, anchors, allowLoopback, fetchedAt: now, until, usedAt: now };
      this.#cached.delete(uri);
      this.#cached.set(uri, cached);
      const [oldest] = this.#cached.keys();
      if (this.#cached.size > MAX_LISTS) this.#cached.delete(oldest!);
      this.#failedAt.delete(uri);
      return cached;
    } catch (error) {
      if (this.#failedAt.size > MAX_LISTS) this.#failedAt.clear();
      this.#failedAt.set(uri, this.#now());
      const { code, message } = error as Error & { code?: string };
      // The URL belongs to the issuer and is shared by many people, so it may be logged.
      this.#needs.log.warn('status list', { host: hostOf(uri), reason: code ?? message });
      return null;
    }
  }

  #now(): number {
    return this.#needs.clock().getTime();
  }
}

function hostOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).host : 'unknown';
}
