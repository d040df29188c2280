import { dirname } from 'node:path';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { ListError, type ListProblemCode } from '../lists/ListError.ts';
import { isManifest } from '../lists/manifest.ts';
import { baseOf, discoverLists, type FoundList, filesOf, foundLists } from './discoverLists.ts';
import type { Consents } from './holdLists.ts';
import { type IndexOptions, indexFound } from './indexLists.ts';
import { type KeptUnit, type ListUnit, readKept, sumOf } from './keptLists.ts';

export interface EachOptions extends IndexOptions {
  /** The folder with the last good files of each list. */
  kept: string;
  /** Lists that were refused for their totals after an earlier load. */
  refused?: readonly RefusedList[];
  /** The refusals of the last load: unchanged files are not read again to be refused again. */
  known?: readonly ListRefusal[];
  consents?: Consents;
}

/** A list whose entries were refused, although its files can be read. */
export interface RefusedList {
  code: ListProblemCode;
  why: string;
  list: string;
  /** The main files of the refused version. */
  paths: readonly string[];
  /** Whether the refused version was the kept one: then the list is left out. */
  isKept: boolean;
}

/** A file, or a directory, that is not in use as it is on disk. */
export interface ListRefusal {
  code: ListProblemCode;
  why: string;
  /** The codes of its lists; empty if unknown. */
  lists: readonly string[];
  /** The main file, or the directory. */
  path: string;
  /** Hash of its contents on disk; `null` if there is no file. */
  sum: string | null;
  /** Whether its last good version is in use. Otherwise nothing of it is. */
  isKept: boolean;
}

/** A list file that is in use, in the version on disk or in the last good one. */
export interface LoadedUnit extends ListUnit {
  isKept: boolean;
  /** Hash of the contents on disk; `null` if they could not be read. */
  onDisk: string | null;
}

export interface EachLoaded {
  index: ScreeningIndex;
  refusals: ListRefusal[];
  units: LoadedUnit[];
}

/**
 * Reads the lists of some directories into an index, each for itself: one that is damaged, missing or refused is
 * replaced by its own last good version, and left out if there is none.
 * @throws {ListError} if nothing can be used
 */
export async function indexEach(directories: readonly string[], options: EachOptions): Promise<EachLoaded> {
  const { log = () => {}, consents = [] } = options;
  const problems: ListError[] = [];
  const discovered = await discoverLists(directories, log, (problem) => problems.push(problem));
  const kept = await readKept(options.kept, directories, log);
  const choice = new Choice(unitsOf(discovered.lists), kept);
  for (const problem of problems) choice.refuseFiles(problem);
  for (const refused of options.refused ?? []) choice.refuseList(refused);
  for (const refusal of options.known ?? []) choice.refuseKnown(refusal);
  for (;;) {
    const chosen = choice.chosen();
    if (chosen.length === 0) throw choice.firstError() ?? new ListError('list_missing', 'No list found');
    try {
      const index = await indexFound(foundLists(chosen), options);
      if (choice.refuseVanished(index, consents)) continue;
      return { index, refusals: choice.refusals(), units: choice.used(index) };
    } catch (error) {
      if (!(error instanceof ListError) || !choice.refuseFiles(error)) throw error;
      log(`${error.message}: the other lists are read without it`);
    }
  }
}

/** Codes of refusals that depend on nothing but the contents of the files. */
const LASTING: readonly ListProblemCode[] = ['list_damaged', 'list_empty', 'list_unrecognised'];

/** Chooses for each unit between its files on disk, its last good ones, and none. */
class Choice {
  readonly #units: ReadonlyMap<string, FoundList[]>;
  readonly #kept: Map<string, KeptUnit>;
  /** By the main file, or by the path of a file or a directory that is no list. */
  readonly #refused = new Map<string, { code: ListProblemCode; why: string; lists: readonly string[] }>();

  constructor(units: ReadonlyMap<string, FoundList[]>, kept: Map<string, KeptUnit>) {
    this.#units = units;
    this.#kept = kept;
  }

  /** @returns `false` if the error names no file that could be left out */
  refuseFiles(error: ListError): boolean {
    const path = error.file?.path;
    if (path === undefined) return false;
    // A copy that can't be used any more: without it, the list is left out.
    const copied = [...this.#kept].find(([, { found }]) => found.some(({ file }) => file.path === path));
    if (copied) return this.#kept.delete(copied[0]);
    const bases = this.#basesOf(path);
    const { code, message: why, lists } = error;
    for (const base of bases.length > 0 ? bases : [path])
      if (!this.#refused.has(base)) this.#refused.set(base, { code, why, lists });
    return true;
  }

  refuseList({ code, why, list, paths, isKept }: RefusedList): void {
    const holders = [...this.#kept.values()].filter(({ lists }) => lists.includes(list));
    const bases = new Set([...paths, ...holders.map(({ base }) => base)]);
    if (isKept) for (const { base } of holders) this.#kept.delete(base);
    for (const base of bases.size > 0 ? bases : [list])
      this.#refused.set(base, { code, why, lists: [...(this.#kept.get(base)?.lists ?? []), list] });
  }

  refuseKnown({ path, sum, code, why, lists }: ListRefusal): void {
    const isSame = sum !== null && sum === this.#sumOnDisk(path);
    if (isSame && LASTING.includes(code) && !this.#refused.has(path))
      this.#refused.set(path, { code, why, lists });
  }

  /**
   * Refuses the disappearance of files whose lists are in no other file, unless a human consented to it.
   * @returns whether there are any
   */
  refuseVanished({ dataset }: ScreeningIndex, consents: Consents): boolean {
    const isGone = (list: string) =>
      !dataset.lists.some(({ name }) => name === list) && !consents.includes(`${list}@gone`);
    const vanished = [...this.#kept.values()].filter(
      ({ base, lists }) => !this.#units.has(base) && !this.#refused.has(base) && lists.some(isGone),
    );
    for (const { base, lists } of vanished) {
      const consent = lists.map((list) => `${list}@gone`).join(', ');
      const why = `The list ${lists.join(', ')} is missing: the file ${base} is gone. If this is correct, consent to ${consent}`;
      this.#refused.set(base, { code: 'list_missing', why, lists });
    }
    return vanished.length > 0;
  }

  chosen(): FoundList[] {
    const onDisk = [...this.#units].flatMap(([base, found]) => (this.#refused.has(base) ? [] : found));
    return [...onDisk, ...[...this.#refused.keys()].flatMap((base) => this.#kept.get(base)?.found ?? [])];
  }

  firstError(): ListError | null {
    const [first] = this.#refused;
    return first
      ? new ListError(first[1].code, first[1].why, { file: { path: first[0] }, lists: first[1].lists })
      : null;
  }

  refusals(): ListRefusal[] {
    return [...this.#refused].map(([path, { code, why, lists }]) => {
      const kept = this.#kept.get(path);
      const names = [...new Set([...lists, ...(kept?.lists ?? [])])];
      return { code, why, lists: names, path, sum: this.#sumOnDisk(path), isKept: kept !== undefined };
    });
  }

  used(index: ScreeningIndex): LoadedUnit[] {
    const onDisk = [...this.#units]
      .filter(([base]) => !this.#refused.has(base))
      .map(([base, found]) => {
        const unit = unitOf(base, found, listsIn(index, found));
        return { ...unit, isKept: false, onDisk: sumOf([unit]) };
      });
    const kept = [...this.#refused.keys()].flatMap((base) => {
      const unit = this.#kept.get(base);
      if (!unit) return [];
      const { lists, files } = unit;
      return { base, lists, files, isKept: true, onDisk: this.#sumOnDisk(base) };
    });
    return [...onDisk, ...kept];
  }

  /** The units with a file; for a manifest, those beside it. */
  #basesOf(path: string): string[] {
    const units = [
      ...[...this.#units].map(([base, found]) => ({
        base,
        paths: found.flatMap(filesOf).map((one) => one.path),
      })),
      ...[...this.#kept.values()].map(({ base, files }) => ({ base, paths: files.map((one) => one.path) })),
    ];
    const holds = (one: string) =>
      one === path || one.startsWith(`${path}/`) || (isManifest(path) && dirname(one) === dirname(path));
    return [...new Set(units.filter(({ paths }) => paths.some(holds)).map(({ base }) => base))];
  }

  #sumOnDisk(base: string): string | null {
    const found = this.#units.get(base);
    return found ? sumOf([unitOf(base, found, [])]) : null;
  }
}

/** Main files with their deltas, by the path of the main file. */
function unitsOf(lists: readonly FoundList[]): Map<string, FoundList[]> {
  const units = new Map<string, FoundList[]>();
  for (const one of lists) {
    const isDelta = one.reader.isDelta?.(one.file) === true;
    const base = ((isDelta && baseOf(one, lists)) || one).file.path;
    units.set(base, [...(units.get(base) ?? []), one]);
  }
  return units;
}

function unitOf(base: string, found: readonly FoundList[], lists: readonly string[]): ListUnit {
  const files = found.flatMap((list) =>
    filesOf(list).map(({ path, sha256, modifiedAt }) => ({
      path,
      sha256,
      directory: list.directory,
      fetchedAt: list.fetchedAt,
      modifiedAt: modifiedAt.toISOString(),
    })),
  );
  return { base, lists, files: [...new Map(files.map((file) => [file.path, file])).values()] };
}

function listsIn({ dataset }: ScreeningIndex, found: readonly FoundList[]): string[] {
  const paths = found.map(({ origin }) => origin);
  return dataset.lists
    .filter((list) => list.paths.some((path) => paths.includes(path)))
    .map(({ name }) => name);
}
