import type { ListFile } from '../lists/listFile.ts';
import type { ListReader } from '../lists/reader.ts';

/** A file that one of the readers knows. */
export interface FoundList {
  file: ListFile;
  beside: ListFile[];
  reader: ListReader;
  /** The one of the directories that it was found below. */
  directory: string;
  /** Of a base or a delta, such as `20240527134702-zbn`; null if nothing tells it. */
  version: string | null;
}
