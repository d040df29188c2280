import type { AlignedPair } from './alignment.ts';

/** A list of pairs that is filled anew for every name: to make its rows each time would cost more than the comparing. */
export class PairList {
  length = 0;
  readonly #rows: AlignedPair[] = [];

  clear(): void {
    this.length = 0;
  }

  at(row: number): AlignedPair {
    return this.#rows[row]!;
  }

  /** One more row, which still has what it had before. */
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

/** The fractions keep the numbers of all rows alike for the compiler. */
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
