import * as bidiModule from 'bidi-js';
import type { Cluster } from './clustersOf.ts';
import { shaping } from './shaping.ts';
import type { TextLine, TextRun } from './TextLine.ts';

// Its types say that the function is the module; for Node it is the default of one.
const bidi = (bidiModule as unknown as { default: () => Bidi }).default();

type Bidi = ReturnType<typeof import('bidi-js')['default']>;

/** Marks of direction, which are not written. */
const DIRECTION = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/;

interface Group extends Cluster {
  level: number;
}

/** Brings one line of letters into the order in which they are seen (Unicode Bidirectional Algorithm, UAX 9). */
export function visualRuns(clusters: readonly Cluster[], size: number): TextLine {
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

/** Rule L2: from the highest level down to the lowest odd one, every stretch of at least that level is turned round. */
function reordered(groups: readonly Group[]): Group[] {
  const seen = [...groups];
  const highest = Math.max(0, ...groups.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < seen.length; start++) {
      let end = start;
      while (end < seen.length && seen[end]!.level >= level) end++;
      if (end > start) seen.splice(start, end - start, ...seen.slice(start, end).reverse());
      start = end;
    }
  }
  return seen;
}

/** The engine of the font turns letters of a script that runs to the left itself; signs alone it does not. */
function runOf({ text, font, level }: Group, size: number): TextRun {
  const isLeft = level % 2 === 1;
  const mirrored = isLeft ? [...text].map((one) => bidi.getMirroredCharacter(one) ?? one) : [...text];
  const turns = isLeft && !/[\p{L}]/u.test(text);
  const shown = shaping.visualOrder((turns ? mirrored.reverse() : mirrored).join(''));
  const features = shaping.features(shown);
  const { advanceWidth } = font.layout(shown, features);
  return { font, text: shown, features, width: (advanceWidth / font.unitsPerEm) * size };
}
