import type { Dataset as StampedDataset } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Dataset, ListProblemCode, ScreeningIndex } from '../../screening/screening.ts';

/** The lists to screen against. They change at runtime: do not cache the results. */
export interface ScreeningLists {
  /** The current index for a mode; `null` if none is loaded: nobody can then be clear. */
  index(mode: Mode): ScreeningIndex | null;
  /** A dataset as a screening of this moment is stamped with it. */
  stamp(dataset: Dataset): StampedDataset;
  /** Current faults of the configured lists. */
  problems(): ListProblem[];
  /** Whether the lists of the settings are being loaded for the first time. */
  isLoading(): boolean;
  /** Resolves when they are not, or after `ms` milliseconds. */
  loaded(ms: number): Promise<void>;
  /** The lists of the settings in use; `null` before they are loaded. */
  inUse(): ListsInUse | null;
  /** When the files of the lists in use were last compared with those of the settings; `null`: not yet. */
  checkedAt(): Date | null;
  /** Whether a list's publisher did not answer with its files at the last try. */
  isAway(list: string): boolean;
  /** Checks whether lists changed, if it is time to, and activates the new ones. */
  poll(): Promise<void>;
}

/** Something that is wrong with a list: an error leaves nothing to screen against, or lists that are out of date. */
export interface ListProblem {
  code: ListProblemCode | 'list_stale' | 'lists_not_loaded';
  isError: boolean;
  /** Names the list, file or address. */
  detail: string;
}

export interface ListsInUse {
  index: ScreeningIndex;
  /** Of the dataset, the same in all processes on one database; the newest has the highest. */
  number: number;
  /** What changed since the lists before, if that is known. */
  delta: { since: number; entities: ReadonlySet<string> } | null;
}
