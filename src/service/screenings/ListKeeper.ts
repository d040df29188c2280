import { join } from 'node:path';
import type { Dataset as StampedDataset } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import {
  changedEntities,
  type Dataset,
  fileStamp,
  ListError,
  loadLists,
  type ScreeningIndex,
} from '../../screening/screening.ts';
import { every, type Repeated } from '../every.ts';
import { errorForLog } from '../log.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { activateDataset } from './activateDataset.ts';
import { ListDownloads } from './ListDownloads.ts';
import { type ListAges, listAge } from './listAge.ts';
import { faultOf, knownListFaults, type ListFault, noteListFaults } from './listFaults.ts';
import type { ListSources } from './listSources.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ListProblem, ListsInUse, ScreeningLists } from './screeningLists.ts';

const POLL_EVERY_MS = 60_000;
const LOAD_AGAIN_MS = 5 * 60_000;
const TIMER_MS = 1000;

type Needs = Omit<ScreeningContext, 'lists'>;

/** Builds an index of lists, and compares it with the previous one. */
export interface ListLoader {
  load: typeof loadLists;
  changes: typeof changedEntities;
}

/** Both in separate threads, so that the service can respond meanwhile. */
const inThreads: ListLoader = { load: loadLists, changes: changedEntities };

/**
 * Keeps the configured lists loaded: starts downloads, polls directories, builds a new index in a separate thread, and
 * swaps it between two requests. A damaged list is refused and the current index stays.
 */
export class ListKeeper implements ScreeningLists {
  readonly #needs: Needs;
  readonly #sources: ListSources;
  readonly #downloads: ListDownloads;
  readonly #loader: ListLoader;
  readonly #cutOff = new AbortController();
  readonly #firstLoad = new AbortController();
  #inUse: ListsInUse | null = null;
  #isLoading: boolean;
  #timer: Repeated | null = null;
  #round: Promise<void> | null = null;
  #pollAt = 0;
  /**
   * The state of the files when last read, the time of the next attempt after a failure, and the state at the last
   * poll.
   */
  #read = '';
  #readAgainAt = 0;
  #seen = '';
  #refused: (ListProblem & { error: unknown }) | null = null;
  #stale = '';
  #checkedAt: Date | null = null;
  /** Reported list faults and when each began, such as `refused ofac_sdn`; `null` before the first check. */
  #reported: Map<string, Date> | null = null;

  constructor(needs: Needs, sources: ListSources, loader: ListLoader = inThreads) {
    this.#needs = needs;
    this.#sources = sources;
    this.#loader = loader;
    this.#downloads = new ListDownloads(needs, sources.addresses, this.#cutOff.signal);
    this.#isLoading = this.#isConfigured();
  }

  index(mode: Mode): ScreeningIndex | null {
    if (this.#inUse) return this.#inUse.index;
    return testModeRules.list(mode);
  }

  stamp = (dataset: Dataset): StampedDataset => listAge.stamp(dataset, this.#ages());

  inUse = (): ListsInUse | null => this.#inUse;

  isLoading = (): boolean => this.#isLoading;

  checkedAt = (): Date | null => this.#checkedAt;

  isAway = (list: string): boolean => {
    const away = this.#downloads.away();
    const inUse = this.#inUse?.index.dataset.lists.find(({ name }) => name === list);
    return inUse?.directories.some((directory) => away.includes(directory)) ?? false;
  };

  problems(): ListProblem[] {
    if (!this.#isConfigured() || this.#isLoading) return [];
    const stale = this.#staleLists().map((name) => ({
      code: 'list_stale' as const,
      isError: false,
      detail: `The list ${name} was last confirmed or published more than ${this.#needs.config.amlMaxAgeDays} days ago`,
    }));
    const problems = [...(this.#refused ? [this.#refused] : []), ...this.#downloads.problems(), ...stale];
    const isUsed = this.#inUse !== null;
    if (!isUsed && problems.length === 0)
      return [{ code: 'lists_not_loaded', isError: true, detail: 'No list is loaded' }];
    return problems.map((problem) => ({ ...problem, isError: problem.isError || !isUsed }));
  }

  async loaded(ms: number): Promise<void> {
    if (!this.#isLoading) return;
    const signal = this.#firstLoad.signal;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Starts loading, and polls for changes from then on. */
  start(): void {
    if (!this.#isLoading) return;
    void this.poll();
    this.#timer = every(TIMER_MS, () => this.poll(), { name: 'lists', log: this.#needs.log });
  }

  /** Stops downloads and loads, and waits for a change in progress. */
  async stop(): Promise<void> {
    this.#cutOff.abort();
    await this.#timer?.stop();
    await this.#round;
  }

  async poll(): Promise<void> {
    this.#round ??= this.#poll().finally(() => {
      this.#round = null;
    });
    await this.#round;
  }

  async #poll(): Promise<void> {
    try {
      if (this.#isLoading) await this.#loadDownloaded();
      const isNew = await this.#downloads.run();
      const stamp = await this.#changedStamp({ isNew });
      if (stamp !== null) await this.#load(stamp);
    } catch (error) {
      if (!this.#cutOff.signal.aborted) this.#refuse(error);
    } finally {
      this.#endLoading();
      this.#warnOfStaleLists();
      await this.#noteFaults();
    }
  }

  /** At the start, files downloaded earlier suffice: the service does not wait for a server. */
  async #loadDownloaded(): Promise<void> {
    await this.#downloads.findDownloaded();
    if (this.#sources.addresses.length === 0 || this.#downloads.missing.length > 0) return;
    await this.#load(await fileStamp(this.#directories()));
    this.#endLoading();
  }

  #endLoading(): void {
    this.#isLoading = false;
    this.#firstLoad.abort();
  }

  /**
   * The stamp of the files if they must be read: they changed and were equal at two polls (so no copy is in progress),
   * or they were refused a while ago for a reason that may have ended.
   * @param found.isNew whether a download has delivered a complete new file
   */
  async #changedStamp({ isNew }: { isNew: boolean }): Promise<string | null> {
    const now = this.#needs.clock().getTime();
    if (!isNew && now < this.#pollAt) return null;
    this.#pollAt = now + POLL_EVERY_MS;
    if (this.#downloads.missing.length > 0) return null;
    const stamp = await fileStamp(this.#directories());
    this.#checkedAt = new Date(now);
    const isSettled = isNew || this.#read === '' || stamp === this.#seen;
    this.#seen = stamp;
    const isDue = stamp !== this.#read || (this.#refused !== null && now >= this.#readAgainAt);
    return isSettled && isDue ? stamp : null;
  }

  async #load(stamp: string): Promise<void> {
    const { config, log } = this.#needs;
    this.#read = stamp;
    this.#readAgainAt = this.#needs.clock().getTime() + LOAD_AGAIN_MS;
    const saved = join(config.dataDir, 'lists.index');
    const index = await this.#loader.load(this.#directories(), {
      saved,
      log: (detail) => log.info('list', { detail }),
      signal: this.#cutOff.signal,
    });
    const before = this.#inUse;
    if (before?.index.dataset.version === index.dataset.version) {
      this.#refused = null;
      // The files are unchanged and were confirmed again.
      this.#inUse = { ...before, index: { ...before.index, dataset: index.dataset } };
      return;
    }
    const changed = before && (await this.#loader.changes(before.index, index, this.#cutOff.signal));
    if (this.#cutOff.signal.aborted) return;
    await this.#use(index, before, changed);
    const entities = index.columns.entityFlags.length;
    log.info('lists loaded', { version: index.dataset.version, entities, changed: changed?.size });
  }

  async #use(index: ScreeningIndex, before: ListsInUse | null, entities: Set<string> | null): Promise<void> {
    const { config } = this.#needs;
    const number = await activateDataset(this.#needs, {
      version: index.dataset.version,
      lists: index.dataset.lists.map((list) => ({ ...list, sources: this.#sourcesOf(list.directories) })),
      limits: { configured: config.amlLists, consents: config.amlAcceptLists, index },
      previous: before?.number ?? null,
    });
    const delta = before && entities ? { since: before.number, entities } : null;
    this.#inUse = { index, number, delta };
    this.#refused = null;
  }

  #refuse(error: unknown): void {
    const isKnown = error instanceof ListError;
    const reason = isKnown ? error.message : error instanceof Error ? error.name : '';
    const code = isKnown ? error.code : 'lists_not_loaded';
    const hasChanges = this.#refused?.detail !== reason;
    this.#refused = { code, isError: true, detail: reason, error };
    const inUse = this.#inUse?.index.dataset.version ?? null;
    if (hasChanges)
      this.#needs.log.error('lists refused', { ...(!isKnown && errorForLog(error)), code, reason, inUse });
  }

  #warnOfStaleLists(): void {
    const lists = this.#staleLists();
    const stale = lists.join(', ');
    if (stale !== this.#stale && stale) this.#needs.log.warn('lists stale', { lists: stale });
    this.#stale = stale;
  }

  /** The reasons why lists are refused, by list code. */
  #refusals(): Map<string, { code: ListProblem['code']; why: string }> {
    const lists = this.#inUse?.index.dataset.lists ?? [];
    const refusals = new Map<string, { code: ListProblem['code']; why: string }>();
    for (const { code, detail: why, directory } of this.#downloads.refused())
      for (const { name } of lists.filter(({ directories }) => directories.includes(directory)))
        refusals.set(name, { code, why });
    const { error, code, detail: why } = this.#refused ?? {};
    if (!code || !why) return refusals;
    const listError = error instanceof ListError ? error : null;
    const inFile = lists.filter(({ paths }) => listError?.file && paths.includes(listError.file.path));
    const named = listError?.lists.length ? listError.lists : inFile.map(({ name }) => name);
    // If the faulty list is unknown, all lists count as outdated.
    const all = lists.length > 0 ? lists.map(({ name }) => name) : ['unknown'];
    for (const name of named.length > 0 ? named : all) refusals.set(name, { code, why });
    return refusals;
  }

  /** Reports list faults that began or ended. */
  async #noteFaults(): Promise<void> {
    if (!this.#isConfigured() || this.#cutOff.signal.aborted) return;
    const faults: ListFault[] = [
      ...[...this.#refusals()].map(([name, { code }]) => ({ name, kind: 'refused' as const, code })),
      ...this.#staleLists().map((name) => ({ name, kind: 'stale' as const, code: 'list_stale' as const })),
    ];
    const now = new Set(faults.map(({ name, kind }) => `${kind} ${name}`));
    try {
      const reported = this.#reported ?? (await knownListFaults(this.#needs));
      const endedFaults = [...reported.keys()].filter((key) => !now.has(key)).map(faultOf);
      const hasNewFaults =
        this.#reported === null || faults.some(({ name, kind }) => !reported.has(`${kind} ${name}`));
      const round =
        hasNewFaults || endedFaults.length > 0 ? noteListFaults(this.#needs, faults, endedFaults) : null;
      const current = round ? await round : reported;
      this.#reported = new Map([...current].filter(([key]) => now.has(key)));
    } catch (error) {
      this.#needs.log.error('list problems not recorded', errorForLog(error));
    }
  }

  #staleLists(): string[] {
    const lists = this.#inUse?.index.dataset.lists ?? [];
    return lists.filter((list) => listAge.isStale(list, this.#ages()) === true).map(({ name }) => name);
  }

  #ages(): ListAges {
    const { clock, config } = this.#needs;
    const now = clock();
    const refused = new Map(
      [...this.#refusals()].map(([name, { why }]) => {
        const since = this.#reported?.get(`refused ${name}`) ?? now;
        return [name, { why, since: since.toISOString() }] as const;
      }),
    );
    return { fetchedAt: this.#downloads.fetchedAt, maxAgeDays: config.amlMaxAgeDays, now, refused };
  }

  #isConfigured(): boolean {
    return this.#sources.directories.length + this.#sources.addresses.length > 0;
  }

  #directories(): string[] {
    return [...this.#sources.directories, ...this.#downloads.directories];
  }

  /** The entries of the setting that the lists in some directories belong to. */
  #sourcesOf(directories: readonly string[]): readonly string[] {
    const configured = directories.filter((directory) => this.#sources.directories.includes(directory));
    return directories.length > configured.length ? [...configured, ...this.#sources.addresses] : configured;
  }
}
