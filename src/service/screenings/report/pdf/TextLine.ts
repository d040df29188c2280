import type { Font } from 'fontkit';
import type { OpenTypeFeature } from './shaping.ts';

/** Letters that are written with one font in one direction. */
export interface TextRun {
  font: Font;
  text: string;
  /** Features of the font beside those that it applies by itself. */
  features: OpenTypeFeature[];
  /** Points. */
  width: number;
}

/** One line of text: its runs from left to right as they are seen. */
export interface TextLine {
  runs: TextRun[];
  /** Points. */
  width: number;
}
