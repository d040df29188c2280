import type { FontShelf } from '../fonts/FontShelf.ts';
import { type Cluster, clustersOf } from './clustersOf.ts';
import type { TextLine } from './TextLine.ts';
import { visualRuns } from './visualRuns.ts';

export interface TextLook {
  /** Points. */
  size: number;
  /** The most that a line may be wide, points. */
  width: number;
  isBold: boolean;
}

/** Breaks a text into lines: between words, and within one that is wider than a line or has no spaces, such as Chinese. */
export function linesOf(
  text: string,
  shelf: FontShelf,
  { size, width, isBold, onUnknown }: TextLook & { onUnknown: (letter: string) => void },
): TextLine[] {
  return text.split('\n').flatMap((paragraph) => {
    const clusters = clustersOf(paragraph, shelf, { isBold, onUnknown });
    const widths = clusters.map((cluster) => widthOf(cluster, size));
    return breaks(clusters, widths, width).map((line) => visualRuns(line, size));
  });
}

/** By itself: a letter of a joined script may come out a little narrower in its word. */
function widthOf({ text, font }: Cluster, size: number): number {
  const known = widths.get(font) ?? new Map<string, number>();
  const width = known.get(text) ?? font.layout(text).advanceWidth / font.unitsPerEm;
  widths.set(font, known.set(text, width));
  return width * size;
}

const widths = new WeakMap<Cluster['font'], Map<string, number>>();

function breaks(clusters: readonly Cluster[], widths: readonly number[], most: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let [start, lastSpace, width] = [0, -1, 0];
  for (let at = 0; at < clusters.length; at++) {
    if (clusters[at]!.text === ' ') lastSpace = at;
    width += widths[at]!;
    if (width <= most || at === start || clusters[at]!.text === ' ') continue;
    const end = lastSpace > start ? lastSpace : at;
    lines.push(clusters.slice(start, end));
    start = lastSpace > start ? end + 1 : end;
    lastSpace = -1;
    width = widths.slice(start, at + 1).reduce((sum, one) => sum + one, 0);
  }
  lines.push(clusters.slice(start));
  return lines;
}
