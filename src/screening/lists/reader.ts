import type { Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';

/** One reader per format. `reads` detects the format from the file name and the head; `read` streams the entities. */
export type ListReader = FileReader & (OwnList | AggregatedLists);

/** The format of a publisher's own lists. */
interface OwnList {
  /** The codes of the lists in a file. An error names them if the file is refused. */
  codes: (file: ListFile) => readonly string[];
  isAggregate?: false;
}

/** The format of a publisher who combines lists of many others. One unusable name in a hundred is tolerated. */
interface AggregatedLists {
  isAggregate: true;
  codes?: never;
}

interface FileReader {
  kind: string;
  reads: (file: ListFile) => boolean;
  /** Whether the file is no text. */
  isBinary?: boolean;
  /** Whether an entity may consist of several rows, so that truncation may remove some of its rows. */
  isGrouped?: boolean;
  /** Whether a file is an additional file of a list, such as its aliases or its index, and no list itself. */
  belongs?: (file: ListFile, beside: readonly ListFile[]) => boolean;
  /** Whether a file is a delta: it changes the content of another file and must be read after it. */
  isDelta?: (file: ListFile) => boolean;
  /** `beside` are the other files of the same directory, for a list that consists of several files. */
  read: (file: ListFile, context: ReadContext) => AsyncIterable<ListChange>;
}

export interface ReadContext {
  beside: ListFile[];
  /**
   * Reports a row or entry that is truncated, unknown or contradictory. The file is refused, because the entity would
   * be missing.
   * @param row its number in the file from 1; 0 if the problem is not in one row
   * @param why a clause
   */
  onDamaged: (row: number, why: string) => void;
  /**
   * Reports a row or entry that contradicts itself. One in a hundred is tolerated; the file is refused if there are
   * more.
   * @param row its number in the file from 1; 0 if the problem is not in one row
   */
  onOdd: (row: number, why: string) => void;
  /**
   * Counts a part that no reader knows and nobody is lost without: a relation, an indicator, a column. The file is read
   * without it.
   * @param what with its article, such as `the schema Deed`
   */
  onUnknown: (what: string) => void;
  /** Writes a line to the log. */
  log: (message: string) => void;
  /** Counts an entry that is not loaded, such as a vessel. */
  onLeftOut: () => void;
  /** The date of creation stated by the file. */
  onPublished: (at: Date) => void;
}

/** Most lists only put entities; delta files also drop them. */
export type ListChange = { put: Listed } | { drop: string };
