import { join } from 'node:path';
import type { LackingList } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import {
  changedEntities,
  changedPaths,
  type EachLoaded,
  fileStamp,
  keepLists,
  ListError,
  type ListRefusal,
  type LoadedUnit,
  loadEach,
  type RefusedList,
  type ScreeningIndex,
} from '../../screening/screening.ts';
import { every, type Repeated } from '../every.ts';
import { errorForLog } from '../log.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { activateDataset } from './activateDataset.ts';
import { compareList } from './compareList.ts';
import { ListDownloads } from './ListDownloads.ts';
import { type ListAges, listAge } from './listAge.ts';
import type { ListFault } from './listFaults.ts';
import type { ListSources } from './listSources.ts';
import { ReportedFaults } from './ReportedFaults.ts';
import { ageLimits, lackingLists, outdatedText, unknownParts } from './requiredLists.ts';
import { RefusedLists, refusedIn } from './requireWholeLists.ts';
import { retryUnscreened } from './retryUnscreened.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ComparedList, ListProblem, ListsInUse, ScreeningLists } from './screeningLists.ts';

const POLL_EVERY_MS = 60_000;
const LOAD_AGAIN_MS = 5 * 60_000;
const TIMER_MS = 1000;

type Needs = Omit<ScreeningContext, 'lists'>;

/** Builds an index of lists, and compares it with the previous one. */
export interface ListLoader {
  load: typeof loadEach;
  changes: typeof changedEntities;
}

/** Both in separate threads, so that the service can respond meanwhile. */
const inThreads: ListLoader = { load: loadEach, changes: changedEntities };

/** Refusals that may end although no file changes. */
const PASSING: readonly ListRefusal['code'][] = ['directory_unreadable'];

/**
 * Keeps the configured lists loaded: starts downloads, polls directories, builds a new index in a separate thread, and
 * swaps it between two requests. Each list stands alone: of a damaged one the last good version stays, and the others
 * are updated.
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
  /** Number of consents at the last load: a new one may accept what was refused. */
  #consents = 0;
  /** Why the last load failed as a whole. */
  #failed: ListProblem | null = null;
  /** The files that are not in use as they are on disk, and those that are in use. */
  #refused: readonly ListRefusal[] = [];
  #units: readonly LoadedUnit[] = [];
  #stale = '';
  #checkedAt: Date | null = null;
  /** Whether a required list lacked at the last poll. */
  #hasLacked = true;
  readonly #reported: ReportedFaults;

  constructor(needs: Needs, sources: ListSources, loader: ListLoader = inThreads) {
    this.#needs = needs;
    this.#sources = sources;
    this.#loader = loader;
    this.#downloads = new ListDownloads(needs, sources.addresses, this.#cutOff.signal);
    this.#reported = new ReportedFaults(needs);
    this.#isLoading = this.#isConfigured();
  }

  index(mode: Mode): ScreeningIndex | null {
    if (this.#inUse) return this.#inUse.index;
    return testModeRules.list(mode);
  }

  stamp: ScreeningLists['stamp'] = (dataset) => listAge.stamp(dataset, this.#ages());

  inUse = (): ListsInUse | null => this.#inUse;

  lacking(): LackingList[] {
    return lackingLists(this.#needs.config.amlRequiredLists, {
      inUse: this.#inUse?.index.dataset.lists ?? [],
      refused: this.#refused,
      missing: this.#downloads.missing,
      ages: this.#ages(),
    });
  }

  isLoading = (): boolean => this.#isLoading;

  checkedAt = (): Date | null => this.#checkedAt;

  isAway = (list: string): boolean => {
    const away = this.#downloads.away();
    const inUse = this.#inUse?.index.dataset.lists.find(({ name }) => name === list);
    return inUse?.directories.some((directory) => away.includes(directory)) ?? false;
  };

  compared = (list: string): ComparedList =>
    compareList(list, this.#units, changedPaths(this.#read, this.#seen));

  problems(): ListProblem[] {
    if (!this.#isConfigured() || this.#isLoading) return [];
    const stale = this.#staleLists().map((name) => ({
      code: 'list_stale' as const,
      isError: false,
      detail: outdatedText(name, this.#ages()),
    }));
    const refused = this.#refused.map(({ code, why, isKept }) => ({ code, isError: !isKept, detail: why }));
    const failed = this.#failed ? [this.#failed] : [];
    const unknown = unknownParts(this.#inUse?.index.dataset.lists ?? []);
    const problems = [...failed, ...refused, ...this.#downloads.problems(), ...stale, ...unknown];
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

  /** Looks for changes once more, after a look in progress. */
  async poll(): Promise<void> {
    await this.#round;
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
      if (!this.#cutOff.signal.aborted) this.#fail(error);
    } finally {
      this.#endLoading();
      this.#warnOfStaleLists();
      await this.#noteFaults();
      await this.#retryUnscreened();
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
    if (this.#directories().length === 0) return null;
    const stamp = await fileStamp(this.#directories());
    this.#checkedAt = new Date(now);
    const isSettled = isNew || this.#read === '' || stamp === this.#seen;
    this.#seen = stamp;
    const mayPass = this.#failed !== null || this.#refused.some(({ code }) => PASSING.includes(code));
    const isDue = stamp !== this.#read || this.#hasNewConsents() || (mayPass && now >= this.#readAgainAt);
    return isSettled && isDue ? stamp : null;
  }

  #hasNewConsents(): boolean {
    return this.#needs.config.amlAcceptLists.length !== this.#consents;
  }

  async #load(stamp: string): Promise<void> {
    this.#read = stamp;
    if (this.#hasNewConsents()) this.#refused = [];
    this.#consents = this.#needs.config.amlAcceptLists.length;
    this.#readAgainAt = this.#needs.clock().getTime() + LOAD_AGAIN_MS;
    const refused: RefusedList[] = [];
    // Each round refuses at least one more list.
    while (!(await this.#loadWithout(refused)));
  }

  /** @returns `false` if more lists were refused for their totals, and are listed in `refused` now */
  async #loadWithout(refused: RefusedList[]): Promise<boolean> {
    const { config, log } = this.#needs;
    const loaded = await this.#loader.load(this.#directories(), {
      saved: join(config.dataDir, 'lists.index'),
      kept: this.#keptFolder,
      refused,
      known: this.#refused,
      consents: config.amlAcceptLists,
      log: (detail) => log.info('list', { detail }),
      signal: this.#cutOff.signal,
    });
    const { index } = loaded;
    const before = this.#inUse;
    if (before?.index.dataset.version === index.dataset.version) {
      // The files are unchanged and were confirmed again.
      this.#inUse = { ...before, index: { ...before.index, dataset: index.dataset } };
    } else {
      const changed = before && (await this.#loader.changes(before.index, index, this.#cutOff.signal));
      if (this.#cutOff.signal.aborted) return true;
      try {
        await this.#use(loaded, before, changed);
      } catch (error) {
        if (!(error instanceof RefusedLists)) throw error;
        refused.push(...error.refusals.map((refusal) => refusedIn(loaded, refusal)));
        return false;
      }
      const entities = index.columns.entityFlags.length;
      log.info('lists loaded', { version: index.dataset.version, entities, changed: changed?.size });
    }
    await this.#take(loaded);
    return true;
  }

  async #use({ index, refusals }: EachLoaded, before: ListsInUse | null, entities: Set<string> | null) {
    const { config } = this.#needs;
    const leftOut = refusals.filter(({ isKept }) => !isKept).flatMap(({ lists }) => lists);
    const number = await activateDataset(this.#needs, {
      version: index.dataset.version,
      lists: index.dataset.lists.map((list) => ({ ...list, sources: this.#sourcesOf(list.directories) })),
      limits: { configured: config.amlLists, consents: config.amlAcceptLists, index, leftOut },
      previous: before?.number ?? null,
    });
    const delta = before && entities ? { since: before.number, entities } : null;
    this.#inUse = { index, number, delta };
  }

  /** Notes what became of each list, and keeps copies of the files in use. */
  async #take({ refusals, units }: EachLoaded): Promise<void> {
    const { log } = this.#needs;
    const known = new Set(this.#refused.map(({ why }) => why));
    const inUse = this.#inUse?.index.dataset.version ?? null;
    for (const { code, why: reason, lists, isKept } of refusals)
      if (!known.has(reason))
        log.error('lists refused', { code, reason, lists: lists.join(', '), isKept, inUse });
    this.#failed = null;
    this.#refused = refusals;
    this.#units = units;
    // A list that is still being downloaded for the first time may have a copy from earlier.
    if (this.#downloads.missing.length > 0) return;
    await keepLists(this.#keptFolder, units).catch((error) =>
      log.error('lists not kept', errorForLog(error)),
    );
  }

  get #keptFolder(): string {
    return join(this.#needs.config.dataDir, 'lists.good');
  }

  #fail(error: unknown): void {
    const isKnown = error instanceof ListError;
    const reason = isKnown ? error.message : error instanceof Error ? error.name : '';
    const code = isKnown ? error.code : 'lists_not_loaded';
    const hasChanges = this.#failed?.detail !== reason;
    this.#failed = { code, isError: true, detail: reason };
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
    for (const { code, why, lists: names, path } of this.#refused)
      for (const name of names.length > 0 ? names : [path]) refusals.set(name, { code, why });
    if (!this.#failed) return refusals;
    // Nothing could be read: all lists count as outdated.
    const { code, detail: why } = this.#failed;
    for (const name of lists.length > 0 ? lists.map((list) => list.name) : ['unknown'])
      refusals.set(name, { code, why });
    return refusals;
  }

  /** Reports list faults that began or ended. */
  async #noteFaults(): Promise<void> {
    if (!this.#isConfigured() || this.#cutOff.signal.aborted) return;
    const faults: ListFault[] = [
      ...[...this.#refusals()].map(([name, { code }]) => ({ name, kind: 'refused' as const, code })),
      ...this.#staleLists().map((name) => ({ name, kind: 'stale' as const, code: 'list_stale' as const })),
    ];
    await this.#reported.note(faults);
  }

  async #retryUnscreened(): Promise<void> {
    const isLacking = this.#inUse === null || this.lacking().length > 0;
    if (this.#hasLacked && !isLacking && !this.#cutOff.signal.aborted)
      await retryUnscreened(this.#needs, this.#inUse!.index.dataset.version).catch((error) =>
        this.#needs.log.error('watches not screened again', errorForLog(error)),
      );
    this.#hasLacked = isLacking;
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
        const since = this.#reported.refusedSince(name) ?? now;
        return [name, { why, since: since.toISOString() }] as const;
      }),
    );
    const { amlMaxAgeDays: maxAgeDays, amlRequiredLists } = config;
    const limits = ageLimits(amlRequiredLists);
    return { fetchedAt: this.#downloads.fetchedAt, maxAgeDays, limits, now, refused };
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
