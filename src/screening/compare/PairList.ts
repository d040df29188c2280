import type { AlignedPair } from './alignment.ts';

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
