import type { Font } from 'fontkit';
import type { FontShelf } from '../fonts/FontShelf.ts';

/** What a reader takes for one letter, and the font that has it. */
export interface Cluster {
  text: string;
  font: Font;
}

/** Takes a text apart. A letter that no font has is written by its code, such as `[U+10330]`, and told to `onUnknown`. */
export function clustersOf(
  text: string,
  shelf: FontShelf,
  { isBold, onUnknown }: { isBold: boolean; onUnknown: (letter: string) => void },
): Cluster[] {
  const clusters: Cluster[] = [];
  let last: Font | null = null;
  const put = (letter: string) => {
    const font = fontOf(letter, last);
    if (font) clusters.push({ text: letter, font });
    if (font) last = font;
    return font !== null;
  };
  const fontOf = (letter: string, before: Font | null) => {
    const isShared = /^[\p{Z}\p{P}\p{S}\p{N}\p{M}]+$/u.test(letter);
    const has = (font: Font) => [...letter].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!));
    // A space between two words is no reason for another font.
    return isShared && before && has(before) ? before : shelf.find(letter, { isBold });
  };
  for (const { segment } of graphemes.segment(text.normalize('NFC').replaceAll(/[\p{Cc}]+/gu, ' '))) {
    if (put(segment)) continue;
    onUnknown(segment);
    for (const letter of segment) for (const sign of `[U+${hex(letter)}]`) put(sign);
  }
  return clusters;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function hex(letter: string): string {
  return letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
