import * as bidiModule from 'bidi-js';
import type { Font } from 'fontkit';
import type { FontSet } from '../fonts/FontSet.ts';
import { type OpenTypeFeature, shaping } from './shaping.ts';

export interface TextLook {
  /** Points. */
  size: number;
  /** Maximum width of a line, points. */
  width: number;
  isBold: boolean;
}

/** Breaks a text into lines: between words, or within a word that is wider than a line, such as Chinese text. */
export function linesOf(
  text: string,
  fontSet: FontSet,
  { size, width, isBold, onUnknown }: TextLook & { onUnknown: (letter: string) => void },
): TextLine[] {
  return text.split('\n').flatMap((paragraph) => {
    const clusters = clustersOf(paragraph, fontSet, { isBold, onUnknown });
    const widths = clusters.map((cluster) => widthOf(cluster, size));
    return breaks(clusters, widths, width).map((line) => visualRuns(line, size));
  });
}

/** Measured in isolation: a letter of a joined script may be a little narrower within its word. */
function widthOf({ text, font }: Cluster, size: number): number {
  const cache = widths.get(font) ?? new Map<string, number>();
  const width = cache.get(text) ?? font.layout(text).advanceWidth / font.unitsPerEm;
  widths.set(font, cache.set(text, width));
  return width * size;
}

const widths = new WeakMap<Cluster['font'], Map<string, number>>();

function breaks(clusters: readonly Cluster[], widths: readonly number[], maxWidth: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let [start, lastSpace, width] = [0, -1, 0];
  for (let at = 0; at < clusters.length; at++) {
    if (clusters[at]!.text === ' ') lastSpace = at;
    width += widths[at]!;
    if (width <= maxWidth || at === start || clusters[at]!.text === ' ') continue;
    const end = lastSpace > start ? lastSpace : at;
    lines.push(clusters.slice(start, end));
    start = lastSpace > start ? end + 1 : end;
    lastSpace = -1;
    width = widths.slice(start, at + 1).reduce((sum, one) => sum + one, 0);
  }
  lines.push(clusters.slice(start));
  return lines;
}

// The type declarations export the function as the module itself; in Node it is the default export.
const bidi = (bidiModule as unknown as { default: () => Bidi }).default();

type Bidi = ReturnType<typeof import('bidi-js')['default']>;

/** Direction marks, which are not drawn. */
const DIRECTION = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/;

interface Group extends Cluster {
  level: number;
}

/** Reorders one line into visual order (Unicode Bidirectional Algorithm, UAX 9). */
function visualRuns(clusters: readonly Cluster[], size: number): TextLine {
  const text = clusters.map((cluster) => cluster.text).join('');
  const { levels } = bidi.getEmbeddingLevels(text);
  const groups: Group[] = [];
  let at = 0;
  for (const cluster of clusters) {
    const level = levels[at] ?? 0;
    at += cluster.text.length;
    if (DIRECTION.test(cluster.text)) continue;
    const last = groups.at(-1);
    if (last && last.level === level && last.font === cluster.font) last.text += cluster.text;
    else groups.push({ ...cluster, level });
  }
  const runs = reordered(groups).map((group) => runOf(group, size));
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
}

/** Rule L2: from the highest level down to the lowest odd one, reverses each sequence of at least that level. */
function reordered(groups: readonly Group[]): Group[] {
  const ordered = [...groups];
  const highest = Math.max(0, ...groups.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/** The font engine reverses letters of right-to-left scripts itself, but not a run of signs only. */
function runOf({ text, font, level }: Group, size: number): TextRun {
  const isLeft = level % 2 === 1;
  const mirrored = isLeft ? [...text].map((one) => bidi.getMirroredCharacter(one) ?? one) : [...text];
  const turns = isLeft && !/[\p{L}]/u.test(text);
  const visual = shaping.visualOrder((turns ? mirrored.reverse() : mirrored).join(''));
  const features = shaping.features(visual);
  const { advanceWidth } = font.layout(visual, features);
  return { font, text: visual, features, width: (advanceWidth / font.unitsPerEm) * size };
}

/** A grapheme cluster and the font that covers it. */
interface Cluster {
  text: string;
  font: Font;
}

/**
 * Splits a text into clusters. A letter without a font is written as its code, such as `[U+10330]`, and reported to
 * `onUnknown`.
 */
function clustersOf(
  text: string,
  fontSet: FontSet,
  { isBold, onUnknown }: { isBold: boolean; onUnknown: (letter: string) => void },
): Cluster[] {
  const clusters: Cluster[] = [];
  let last: Font | null = null;
  const append = (letter: string) => {
    const font = fontOf(letter, last);
    if (font) clusters.push({ text: letter, font });
    if (font) last = font;
    return font !== null;
  };
  const fontOf = (letter: string, before: Font | null) => {
    const isShared = /^[\p{Z}\p{P}\p{S}\p{N}\p{M}]+$/u.test(letter);
    const has = (font: Font) => [...letter].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!));
    // A space between two words does not change the font.
    return isShared && before && has(before) ? before : fontSet.find(letter, { isBold });
  };
  for (const { segment } of graphemes.segment(text.normalize('NFC').replaceAll(/[\p{Cc}]+/gu, ' '))) {
    if (append(segment)) continue;
    for (const letter of segment) {
      onUnknown(letter);
      for (const sign of `[U+${hex(letter)}]`) append(sign);
    }
  }
  return clusters;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function hex(letter: string): string {
  return letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}

/** Letters with one font and one direction. */
interface TextRun {
  font: Font;
  text: string;
  /** Features in addition to the font's defaults. */
  features: OpenTypeFeature[];
  /** Points. */
  width: number;
}

/** One line of text: its runs from left to right. */
export interface TextLine {
  runs: TextRun[];
  /** Points. */
  width: number;
}
