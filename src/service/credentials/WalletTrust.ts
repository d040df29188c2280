import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Mode } from '../../contract/mode.ts';
import {
  type Anchor,
  CredentialError,
  isOfType,
  mayIssue,
  readTrustList,
  type TrustList,
} from '../../credentials/credentials.ts';
import { isListAddress } from '../../screening/update/listAddress.ts';
import { every, type Repeated } from '../every.ts';
import { errorForLog, type Log } from '../log.ts';
import type { Config } from '../settings/config.ts';
import { FileTooLarge, guardedGet } from '../webhooks/guardedGet.ts';

const REFRESH_EVERY_MS = 60_000;
const DOWNLOAD_EVERY_MS = 3_600_000;
const MAX_LIST_BYTES = 8 << 20;
const DOWNLOAD_MS = 30_000;
const FILES = /\.(pem|crt|cer|der|vical|cbor|jws|jwt|json)$/i;

/** A problem with a trust list. */
export interface TrustProblem {
  source: string;
  code:
    | 'unreadable'
    | 'refused'
    | 'signer_not_pinned'
    | 'rolled_back'
    | 'stale'
    | 'rejected_rows'
    | 'empty'
    | 'not_kept';
  detail: string;
}

/** A list in use. */
interface LoadedList {
  source: string;
  list: TrustList;
  /** The first digits of its SHA-256. */
  version: string;
  isTestOnly: boolean;
}

/** An entry of the setting, or a file in its folder. */
interface Source {
  source: string;
  isTestOnly: boolean;
}

type Needs = { config: Config; clock: () => Date; log: Log };

/**
 * The trusted roots of credentials: files, folders and URLs of `WALLET_TRUST`, and of `WALLET_TEST_TRUST` in test mode.
 * A list that is unreadable, has another signer, or is older than the loaded one is refused. The last good list stays,
 * also after a restart.
 */
export class WalletTrust {
  readonly #needs: Needs;
  readonly #kept: string;
  #lists = new Map<string, LoadedList>();
  #problems: TrustProblem[] = [];
  #downloadAt = new Map<string, number>();
  /** Lists in use that could not be stored. */
  readonly #unkept = new Map<string, Uint8Array>();
  #timer: Repeated | null = null;
  readonly #cutOff = new AbortController();
  #round: Promise<void> | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#kept = join(resolve(needs.config.dataDir), 'wallet');
  }

  /** Loads the lists, then reloads files every minute and URLs every hour. */
  async start(): Promise<void> {
    await this.refresh();
    const { log } = this.#needs;
    this.#timer = every(REFRESH_EVERY_MS, () => this.refresh(), { name: 'trust lists', log });
  }

  async stop(): Promise<void> {
    this.#cutOff.abort();
    await this.#timer?.stop();
    await this.#round;
  }

  /** Reads all lists again. Concurrent calls share one run. */
  refresh(): Promise<void> {
    this.#round ??= this.#load().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** The roots of a mode. */
  anchors(mode: Mode): Anchor[] {
    return this.#of(mode).flatMap(({ list }) => list.anchors);
  }

  /** Whether a mode has a root for one of the docTypes or vcts. */
  has(mode: Mode, types: readonly string[]): boolean {
    return this.anchors(mode).some((anchor) =>
      types.some((type) => mayIssue(anchor, type) || anchor.types?.some((scope) => isOfType(scope, type))),
    );
  }

  /** The list that a root comes from. */
  listOf(anchor: Anchor): { source: string; version: string } {
    const match = [...this.#lists.values()].find(({ list }) => list.anchors.includes(anchor));
    return { source: match?.source ?? 'unknown', version: match?.version ?? 'unknown' };
  }

  /** Current problems, including expired lists. */
  problems(): TrustProblem[] {
    const now = this.#needs.clock().getTime();
    const stale = [...this.#lists.values()]
      .filter(({ list }) => list.nextUpdate !== null && list.nextUpdate < now)
      .map(({ source, list }): TrustProblem => {
        const since = new Date(list.nextUpdate!).toISOString();
        return { source, code: 'stale', detail: `${source} should have been updated by ${since}` };
      });
    return [...this.#problems, ...stale];
  }

  get isConfigured(): boolean {
    return this.#sources().length > 0;
  }

  /** Number of roots in use. */
  get size(): number {
    return [...this.#lists.values()].reduce((sum, { list }) => sum + list.anchors.length, 0);
  }

  #of(mode: Mode): LoadedList[] {
    return [...this.#lists.values()].filter(({ isTestOnly }) => mode === 'test' || !isTestOnly);
  }

  #sources(): Source[] {
    const { trust, testTrust } = this.#needs.config.wallet;
    return [
      ...trust.map((source) => ({ source, isTestOnly: false })),
      ...testTrust.map((source) => ({ source, isTestOnly: true })),
    ];
  }

  async #load(): Promise<void> {
    const problems: TrustProblem[] = [];
    const next = new Map<string, LoadedList>();
    for (const { source, isTestOnly } of this.#sources()) {
      const listFiles = isListAddress(source) ? await this.#download(source) : filesOf(source);
      if (typeof listFiles === 'string') {
        problems.push({ source, code: 'unreadable', detail: `${source} cannot be read: ${listFiles}` });
        for (const [name, before] of this.#before({ source, isTestOnly })) next.set(name, before);
        continue;
      }
      if (listFiles.length === 0 && !isTestOnly)
        problems.push({ source, code: 'empty', detail: `${source} has no trust list` });
      for (const { name, bytes } of listFiles) {
        const accepted = this.#take({ source: name, isTestOnly }, bytes, problems);
        if (accepted) next.set(name, accepted);
      }
    }
    for (const name of this.#unkept.keys()) if (!next.has(name)) this.#unkept.delete(name);
    this.#report(problems);
    this.#lists = next;
  }

  /** The new list if it is acceptable, otherwise the loaded one. */
  #take(
    { source: name, isTestOnly }: Source,
    bytes: Uint8Array | FileTooLarge,
    problems: TrustProblem[],
  ): LoadedList | null {
    if (bytes instanceof FileTooLarge) {
      problems.push({ source: name, code: 'unreadable', detail: `${name} cannot be read: ${bytes.message}` });
      return this.#lists.get(name) ?? this.#readStored({ source: name, isTestOnly });
    }
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const before = this.#lists.get(name) ?? this.#readStored({ source: name, isTestOnly });
    if (before?.version === version) {
      if (this.#unkept.has(name)) this.#keep(name, bytes, problems);
      notePartly(before, problems);
      return before;
    }
    try {
      const list = readTrustList(bytes);
      const problem = this.#refusal(name, list, before?.list ?? null);
      if (problem) {
        problems.push(problem);
        return before;
      }
      this.#keep(name, bytes, problems);
      const loaded = { source: name, list, version, isTestOnly };
      notePartly(loaded, problems);
      return loaded;
    } catch (error) {
      // A fault of the reader is a refusal too: one list cannot take the others out of use.
      const isKnown = error instanceof CredentialError;
      if (!isKnown) this.#needs.log.error('trust list not read', { source: name, ...errorForLog(error) });
      const detail = `${name} is refused: ${isKnown ? error.message : 'reading it failed'}`;
      problems.push({ source: name, code: 'refused', detail });
      return before;
    }
  }

  #refusal(source: string, list: TrustList, before: TrustList | null): TrustProblem | null {
    const { signers } = this.#needs.config.wallet;
    const isSigned = list.signer !== null && signers.includes(list.signer);
    if ((isListAddress(source) || (list.signer !== null && signers.length > 0)) && !isSigned) {
      const signature = list.signer === null ? 'is not signed' : `is signed by ${list.signer}`;
      const detail = `${source} ${signature}: WALLET_TRUST_SIGNERS does not name that`;
      return { source, code: 'signer_not_pinned', detail };
    }
    const isOlder =
      before !== null &&
      ((list.sequence !== null && before.sequence !== null && list.sequence < before.sequence) ||
        (list.issuedAt !== null && before.issuedAt !== null && list.issuedAt < before.issuedAt));
    return isOlder
      ? { source, code: 'rolled_back', detail: `${source} is older than the list in use, which stays` }
      : null;
  }

  async #download(source: string): Promise<{ name: string; bytes: Uint8Array }[] | string> {
    const now = this.#needs.clock().getTime();
    if ((this.#downloadAt.get(source) ?? 0) > now && this.#lists.has(source)) {
      const bytes = this.#unkept.get(source) ?? this.#keptBytes(source);
      if (bytes) return [{ name: source, bytes }];
    }
    try {
      const bytes = await guardedGet(source, {
        // The operator configured the URL, so it may be on this machine.
        allowLoopback: true,
        accept: '*/*',
        maxBytes: MAX_LIST_BYTES,
        timeoutMs: DOWNLOAD_MS,
        signal: this.#cutOff.signal,
      });
      this.#downloadAt.set(source, now + DOWNLOAD_EVERY_MS);
      return [{ name: source, bytes }];
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The loaded lists of a source. */
  #before({ source, isTestOnly }: Source): [string, LoadedList][] {
    const inUse = [...this.#lists].filter(([name]) => name === source || name.startsWith(join(source, '/')));
    if (inUse.length > 0 || !isListAddress(source)) return inUse;
    const stored = this.#readStored({ source, isTestOnly });
    return stored ? [[source, stored]] : [];
  }

  #readStored({ source: name, isTestOnly }: Source): LoadedList | null {
    const bytes = this.#keptBytes(name);
    if (!bytes) return null;
    try {
      const list = readTrustList(bytes);
      if (this.#refusal(name, list, null)) return null;
      const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
      return { source: name, list, version, isTestOnly };
    } catch (error) {
      this.#needs.log.warn('stored trust list not used', { source: name, ...errorForLog(error) });
      return null;
    }
  }

  #fileOf(name: string): string {
    return join(this.#kept, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.list`);
  }

  #keptBytes(name: string): Uint8Array | null {
    try {
      return readFileSync(this.#fileOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#needs.log.warn('stored trust list not read', { source: name, ...errorForLog(error) });
      return null;
    }
  }

  /** Stores a list for the next start. A list that cannot be stored is in use all the same, and stored later. */
  #keep(name: string, bytes: Uint8Array, problems: TrustProblem[]): void {
    const file = this.#fileOf(name);
    try {
      mkdirSync(this.#kept, { recursive: true });
      writeFileSync(`${file}.new`, bytes);
      renameSync(`${file}.new`, file);
      this.#unkept.delete(name);
    } catch (error) {
      this.#unkept.set(name, bytes);
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
      const detail = `${name} is in use, but cannot be stored in ${this.#kept} (${why}). Make DATA_DIR writable: until then a restart needs the list again`;
      problems.push({ source: name, code: 'not_kept', detail });
    }
  }

  /** Logs each problem once, when it appears. */
  #report(problems: TrustProblem[]): void {
    const logged = new Set(this.#problems.map(({ detail }) => detail));
    for (const { code, detail } of problems)
      if (!logged.has(detail)) this.#needs.log.warn('trust list', { code, detail });
    this.#problems = problems;
  }
}

/** Unusable rows are reported; the other rows stay usable. */
function notePartly({ source, list }: LoadedList, problems: TrustProblem[]): void {
  if (list.rejected.length === 0) return;
  const detail = `${source}: ${list.rejected.length} of ${list.rejected.length + list.anchors.length} roots cannot be used`;
  problems.push({ source, code: 'rejected_rows', detail });
}

/** The lists of a file or a folder; or the reason why it cannot be read. */
function filesOf(source: string): { name: string; bytes: Uint8Array | FileTooLarge }[] | string {
  try {
    const path = resolve(source);
    const files = statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((file) => FILES.test(file))
          .sort()
          .map((file) => join(path, file))
      : [path];
    return files.map((name) => {
      const isTooLarge = statSync(name).size > MAX_LIST_BYTES;
      return { name, bytes: isTooLarge ? new FileTooLarge(MAX_LIST_BYTES) : readFileSync(name) };
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
