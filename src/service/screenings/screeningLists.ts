import type { Mode } from '../../contract/mode.ts';
import type { ScreeningIndex } from '../aml/index.ts';

/** What the service screens against. Lists change under way: ask for them anew every time. */
export interface ScreeningLists {
  /** What to screen against in a mode at this moment; `null`: nothing, so nobody can be clear. */
  index(mode: Mode): ScreeningIndex | null;
  /** Whether the lists of the settings are being loaded for the first time. */
  isLoading(): boolean;
  /** Resolves when they are not, or after `ms` milliseconds. */
  loaded(ms: number): Promise<void>;
  /** The lists of the settings in use; `null` before they are loaded. */
  inUse(): ListsInUse | null;
  /** Looks whether lists changed, as far as it is time to, and takes the new ones into use. */
  look(): Promise<void>;
}

export interface ListsInUse {
  index: ScreeningIndex;
  /** Of the dataset, the same in all processes on one database; the newest has the highest. */
  number: number;
  /** What changed since the lists before, if that is known. */
  delta: { since: number; entities: ReadonlySet<string> } | null;
}
