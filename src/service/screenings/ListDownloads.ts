import { join } from 'node:path';
import { downloadedLists, updateLists } from '../../screening/screening.ts';
import type { ServiceContext } from '../context.ts';
import { missingText } from './requiredLists.ts';
import type { ListProblem } from './screeningLists.ts';

const EVERY_MS = 6 * 3_600_000;
const AGAIN_MS = 10 * 60_000;

/** Downloads lists every six hours; every ten minutes after a failure. */
export class ListDownloads {
  readonly #context: Pick<ServiceContext, 'config' | 'clock' | 'log'>;
  readonly #addresses: readonly string[];
  readonly #signal: AbortSignal;
  #nextAt = 0;
  #failures: (ListProblem & { directory: string })[] = [];
  /** Folders with valid files. */
  directories: string[] = [];
  /** URLs from which no valid file has been downloaded yet. */
  missing: string[];
  /** Time at which each file, by its SHA-256, was last confirmed to be the publisher's current version; RFC 3339. */
  fetchedAt: ReadonlyMap<string, string> = new Map();

  constructor(
    context: Pick<ServiceContext, 'config' | 'clock' | 'log'>,
    addresses: readonly string[],
    signal: AbortSignal,
  ) {
    this.#context = context;
    this.#addresses = addresses;
    this.#signal = signal;
    this.missing = [...addresses];
  }

  get directory(): string {
    return join(this.#context.config.dataDir, 'lists');
  }

  /** Finds files downloaded by earlier processes. */
  async findDownloaded(): Promise<void> {
    this.#take(await downloadedLists(this.#addresses, this.directory));
  }

  /** @returns whether a file is new */
  async run(): Promise<boolean> {
    const { clock, log } = this.#context;
    if (this.#addresses.length === 0 || clock().getTime() < this.#nextAt) return false;
    this.#nextAt = clock().getTime() + AGAIN_MS;
    const updated = await updateLists(this.#addresses, this.directory, {
      log: (detail) => log.debug('list', { detail }),
      signal: this.#signal,
      contact: this.#context.config.amlContact,
      clock,
      consents: this.#context.config.amlAcceptLists,
    });
    this.#take(updated);
    this.#failures = updated.failures.map(({ code, addresses, reason, directory }) => ({
      code,
      isError: false,
      detail: `${addresses[0]}: ${reason}`,
      directory,
    }));
    for (const { code, reason } of updated.failures) log.warn('list not updated', { code, reason });
    if (updated.failures.length === 0) this.#nextAt = clock().getTime() + EVERY_MS;
    return updated.changed;
  }

  /** Failed downloads. A list that was never downloaded is missing; for the others the last good files stay in use. */
  problems(): ListProblem[] {
    const missing = this.missing.map((address) => ({
      code: 'list_missing' as const,
      isError: true,
      detail: missingText(address),
    }));
    return [...missing, ...this.#failures];
  }

  /** The folders whose newest files were refused, with the reason. The last valid files are in use. */
  refused(): readonly (ListProblem & { directory: string })[] {
    return this.#failures.filter(({ code }) => code !== 'list_unreachable' && code !== 'list_closed');
  }

  /** The folders whose files could not be compared with the publisher's at the last attempt. */
  away(): readonly string[] {
    return this.#failures.flatMap(({ code, directory }) => (code === 'list_unreachable' ? directory : []));
  }

  #take({ directories, missing, fetchedAt }: Awaited<ReturnType<typeof downloadedLists>>): void {
    this.directories = directories;
    this.missing = missing;
    this.fetchedAt = fetchedAt;
  }
}
