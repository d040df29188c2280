import type { LackingList, Dataset as StampedDataset } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Dataset, ListProblemCode, ScreeningIndex } from '../../screening/screening.ts';

/** The lists to screen against. They change at runtime: do not cache the results. */
export interface ScreeningLists {
  /** The current index for a mode; `null` if none is loaded: screening is then unavailable. */
  index(mode: Mode): ScreeningIndex | null;
  /** The dataset as stored with a screening made now. */
  stamp(dataset: Dataset): Omit<StampedDataset, 'namedWithoutVowels'>;
  /** The required lists that are not in use, or too old: in live mode nobody is clear meanwhile. */
  lacking(): readonly LackingList[];
  /** Current faults of the configured lists. */
  problems(): ListProblem[];
  /** Whether the lists of the settings are being loaded for the first time. */
  isLoading(): boolean;
  /** Resolves when they are loaded, or after `ms` milliseconds. */
  loaded(ms: number): Promise<void>;
  /** The lists of the settings in use; `null` before they are loaded. */
  inUse(): ListsInUse | null;
  /** Time at which the files in use were last compared with those of the settings; `null`: not yet. */
  checkedAt(): Date | null;
  /** Compares a list in use with its files on disk. */
  compared(list: string): ComparedList;
  /** Whether the publisher's files could not be fetched at the last attempt. */
  isAway(list: string): boolean;
  /** Checks for changed lists when due, and activates the new ones. */
  poll(): Promise<void>;
}

/** A problem with a list: either nothing to screen against, or outdated lists. */
export interface ListProblem {
  code: ListProblemCode | 'list_stale' | 'list_unknown_parts' | 'lists_not_loaded';
  isError: boolean;
  /** Names the list, file or address. */
  detail: string;
}

export interface ListsInUse {
  index: ScreeningIndex;
  /** The number of the dataset, the same in all processes of a database; the newest has the highest. */
  number: number;
  /** The changes since the previous lists, if known. */
  delta: { since: number; entities: ReadonlySet<string> } | null;
}

/** Hashes of a list's files: of those in use, and of those on disk; `null` if these were not read. */
export interface ComparedList {
  inUse: string;
  onDisk: string | null;
}
