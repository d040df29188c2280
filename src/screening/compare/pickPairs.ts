import type { AlignedPair } from './alignment.ts';
import type { PairList } from './PairList.ts';

/** Where the tokens of a listed name start, and which parts of both names are matched already, one bit each. */
export interface Progress {
  start: number;
  count: number;
  usedQuery: number;
  usedListed: number;
}

/**
 * Adds the best pairs that share no part with each other or with an earlier pick: the most informative first,
 * then the more similar, then the earlier. Marks their parts as used.
 * @param first the row of `pairs` to begin with
 */
export function pickPairs(pairs: PairList, first: number, progress: Progress, picked: AlignedPair[]): void {
  for (;;) {
    let best: AlignedPair | null = null;
    for (let row = first; row < pairs.length; row++) {
      const pair = pairs.at(row);
      if (isFree(pair, progress) && (best === null || isBetter(pair, best))) best = pair;
    }
    if (best === null) return;
    picked.push(best);
    progress.usedQuery |= mask(best.from, best.count);
    progress.usedListed |= mask(best.listedFrom, best.listedCount);
  }
}

function isFree(pair: AlignedPair, { usedQuery, usedListed }: Progress): boolean {
  return (
    (usedQuery & mask(pair.from, pair.count)) === 0 &&
    (usedListed & mask(pair.listedFrom, pair.listedCount)) === 0
  );
}

function isBetter(a: AlignedPair, b: AlignedPair): boolean {
  return a.information > b.information || (a.information === b.information && a.similarity > b.similarity);
}

/** The bits of so many parts. */
export function mask(from: number, count: number): number {
  return ((1 << count) - 1) << from;
}
