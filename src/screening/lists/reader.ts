import type { Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';

/** One reader per format. `reads` looks at the name and the head; `read` streams the entities. */
export type ListReader = FileReader & (OwnList | AggregatedLists);

/** The format of a publisher's own lists. */
interface OwnList {
  /** The codes of the lists that a file holds: they are named if it is refused. */
  codes: (file: ListFile) => readonly string[];
  isAggregate?: false;
}

/** The format of a publisher who combines lists of many others: one unusable name in a hundred is tolerated. */
interface AggregatedLists {
  isAggregate: true;
  codes?: never;
}

interface FileReader {
  kind: string;
  reads: (file: ListFile) => boolean;
  /** Whether several rows make one entity: a cut may take some of them. */
  isGrouped?: boolean;
  /** Additional files of a list that are no list themselves, such as its aliases or its index. */
  belongs?: (file: ListFile, beside: readonly ListFile[]) => boolean;
  /** Whether a file changes the content of another one and must be read after it. */
  isDelta?: (file: ListFile) => boolean;
  /** `beside` are the other files of the same directory, for lists that come in several. */
  read: (file: ListFile, context: ReadContext) => AsyncIterable<ListChange>;
}

export interface ReadContext {
  beside: ListFile[];
  /** A row that is truncated, unknown or contradictory: its entity would be missing, so the file is refused. */
  onDamaged: (line: number, why: string) => void;
  /** A row that is odd by itself, as one in a hundred may be; the file is refused if there are more. */
  onOdd: (line: number, why: string) => void;
  /** Says something in the log. */
  log: (message: string) => void;
  /** An entry that is no person or organisation, such as a vessel: counted, not loaded. */
  onLeftOut: () => void;
  /** The date of creation stated by the file. */
  onPublished: (at: Date) => void;
}

/** Most lists only put; delta files also drop. */
export type ListChange = { put: Listed } | { drop: string };
