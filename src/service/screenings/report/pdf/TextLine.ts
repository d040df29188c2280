import type { Font } from 'fontkit';

/** Letters that are written with one font in one direction. */
export interface TextRun {
  font: Font;
  text: string;
  /** Points. */
  width: number;
}

/** One line of text: its runs from left to right as they are seen. */
export interface TextLine {
  runs: TextRun[];
  /** Points. */
  width: number;
}
