import { join } from 'node:path';
import type { Mode } from '../../contract/mode.ts';
import { keptLists, ListError, loadLists, type ScreeningIndex, testList, updateLists } from '../aml/index.ts';
import type { Deps } from '../deps.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { changedEntities } from './changedEntities.ts';
import { fileStamp } from './fileStamp.ts';
import type { ListSources } from './listSources.ts';
import type { ListsInUse, ScreeningLists } from './screeningLists.ts';
import { takeIntoUse } from './takeIntoUse.ts';

const DOWNLOAD_EVERY_MS = 6 * 3_600_000;
const DOWNLOAD_AGAIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60_000;
const TIMER_MS = 1000;

/** Lists that lose more than half of their entities at once are more likely broken than shorter. */
const LEAST_SHARE = 0.5;
const FEW = 20;

type Needs = Pick<Deps, 'config' | 'clock' | 'log' | 'db' | 'bells'>;

/**
 * Keeps the lists of the settings loaded: downloads, looks at directories, builds the new index beside the old one in
 * a thread of its own, and swaps it in between two requests. What is damaged is refused, and the old index stays.
 */
export class ListKeeper implements ScreeningLists {
  readonly #needs: Needs;
  readonly #sources: ListSources;
  readonly #cutOff = new AbortController();
  readonly #firstLoad = new AbortController();
  #inUse: ListsInUse | null = null;
  #isLoading: boolean;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #swap: Promise<unknown> | null = null;
  #downloadAt = 0;
  #lookAt = 0;
  /** Folders with good downloads; `null` as long as one of the addresses never gave any. */
  #downloads: string[] | null = [];
  /** The files as they were when they were last read, and as they were at the last look. */
  #read = '';
  #seen = '';

  constructor(needs: Needs, sources: ListSources) {
    this.#needs = needs;
    this.#sources = sources;
    this.#isLoading = sources.directories.length + sources.addresses.length > 0;
  }

  index(mode: Mode): ScreeningIndex | null {
    if (this.#inUse) return this.#inUse.index;
    return mode === 'test' ? testList() : null;
  }

  inUse = (): ListsInUse | null => this.#inUse;

  isLoading = (): boolean => this.#isLoading;

  async loaded(ms: number): Promise<void> {
    if (!this.#isLoading) return;
    const ended = this.#firstLoad.signal;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      ended.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Begins to load, and looks for changes from now on. */
  start(): void {
    if (!this.#isLoading) return;
    void this.look();
    this.#timer = setInterval(() => void this.look(), TIMER_MS);
  }

  /** Ends downloads, and waits until no change is half made. */
  async stop(): Promise<void> {
    this.#cutOff.abort();
    clearInterval(this.#timer);
    await this.#swap;
  }

  async look(): Promise<void> {
    this.#round ??= this.#look().finally(() => {
      this.#round = null;
    });
    await this.#round;
  }

  async #look(): Promise<void> {
    try {
      if (this.#isLoading) await this.#loadKept();
      const isNew = await this.#download();
      const stamp = await this.#changedStamp(isNew);
      if (stamp !== null) await this.#load(stamp);
    } catch (error) {
      if (this.#cutOff.signal.aborted) return;
      const reason = error instanceof ListError ? error.message : error instanceof Error ? error.name : '';
      this.#needs.log.error('lists refused', { reason, inUse: this.#inUse?.index.dataset.version ?? null });
    } finally {
      this.#endLoading();
    }
  }

  /** At the start what was downloaded before is good enough: the service need not wait for a server. */
  async #loadKept(): Promise<void> {
    const { addresses } = this.#sources;
    if (addresses.length === 0) return;
    const kept = await keptLists(addresses, this.#place());
    this.#downloads = kept.isComplete ? kept.directories : null;
    if (!kept.isComplete) return;
    await this.#load(await fileStamp([...this.#sources.directories, ...kept.directories]));
    this.#endLoading();
  }

  #endLoading(): void {
    this.#isLoading = false;
    this.#firstLoad.abort();
  }

  #place(): string {
    return join(this.#needs.config.dataDir, 'lists');
  }

  /** @returns whether a file is new */
  async #download(): Promise<boolean> {
    const { addresses } = this.#sources;
    const { clock, log } = this.#needs;
    if (addresses.length === 0 || clock().getTime() < this.#downloadAt) return false;
    const { directories, isComplete, changed, failures } = await updateLists(addresses, this.#place(), {
      log: (detail) => log.debug('list', { detail }),
      signal: this.#cutOff.signal,
    });
    for (const reason of failures) log.warn('list not updated', { reason });
    this.#downloads = isComplete ? directories : null;
    const wait = failures.length > 0 ? DOWNLOAD_AGAIN_MS : DOWNLOAD_EVERY_MS;
    this.#downloadAt = clock().getTime() + wait;
    return changed;
  }

  /**
   * The stamp of the files if they are to be read: changed, and the same at two looks, so that nobody is still copying.
   * @param isNew whether a file came that is whole for certain
   */
  async #changedStamp(isNew: boolean): Promise<string | null> {
    const now = this.#needs.clock().getTime();
    if (!isNew && now < this.#lookAt) return null;
    this.#lookAt = now + LOOK_EVERY_MS;
    if (this.#downloads === null) throw new ListError('A list of the settings is still missing');
    const stamp = await fileStamp([...this.#sources.directories, ...this.#downloads]);
    const isSettled = isNew || this.#read === '' || stamp === this.#seen;
    this.#seen = stamp;
    return isSettled && stamp !== this.#read ? stamp : null;
  }

  async #load(stamp: string): Promise<void> {
    const { config, log } = this.#needs;
    this.#read = stamp;
    makeDirectory(config.dataDir);
    const saved = join(config.dataDir, 'lists.index');
    const directories = [...this.#sources.directories, ...(this.#downloads ?? [])];
    const index = await loadLists(directories, { saved, log: (detail) => log.info('list', { detail }) });
    const before = this.#inUse;
    if (before?.index.dataset.version === index.dataset.version) return;
    const entities = index.columns.entityFlags.length;
    const had = before?.index.columns.entityFlags.length ?? 0;
    if (had > FEW && entities < had * LEAST_SHARE) {
      throw new ListError(`The lists name ${entities} entities, after ${had}`);
    }
    const changed = before && (await changedEntities(before.index, index));
    if (this.#cutOff.signal.aborted) return;
    this.#swap = this.#use(index, before, changed);
    await this.#swap;
    log.info('lists loaded', { version: index.dataset.version, entities, changed: changed?.size });
  }

  async #use(index: ScreeningIndex, before: ListsInUse | null, entities: Set<string> | null): Promise<void> {
    try {
      const number = await takeIntoUse(this.#needs, index.dataset.version, before?.number ?? null);
      const delta = before && entities ? { since: before.number, entities } : null;
      this.#inUse = { index, number, delta };
    } catch (error) {
      this.#read = '';
      throw error;
    }
  }
}
