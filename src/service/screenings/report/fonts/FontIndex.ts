/** The fonts that reports are written with, the first that has a letter before the others. */
export type FontIndex = FontEntry[];

export interface FontEntry {
  /** Its name in the folder. */
  file: string;
  isBold: boolean;
  /** The code points that it may have, each range with its first and its last one. */
  ranges: [first: number, last: number][];
}
