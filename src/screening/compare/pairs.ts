import type { AlignedPair } from './alignment.ts';

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

/** A reusable list of pairs, refilled for every name: allocating its rows each time would cost more than comparing them. */
export class PairList {
  length = 0;
  readonly #rows: AlignedPair[] = [];

  clear(): void {
    this.length = 0;
  }

  at(row: number): AlignedPair {
    return this.#rows[row]!;
  }

  /** Appends a row; its fields still hold values of an earlier use. */
  next(): AlignedPair {
    const row = this.#rows[this.length] ?? this.#grown();
    this.length += 1;
    return row;
  }

  #grown(): AlignedPair {
    const row = emptyPair();
    this.#rows.push(row);
    return row;
  }
}

/** Fractions make the compiler represent the numbers of all rows alike (as doubles). */
function emptyPair(): AlignedPair {
  return {
    from: 0,
    count: 1,
    listedFrom: 0,
    listedCount: 1,
    similarity: 0.5,
    how: 'same',
    information: 0.5,
  };
}
