/** The postings of a query part, and the bits for matching it. */
interface Meeting {
  bits: number;
  /** Number of the part: it counts once per name. */
  part: number;
  /** Only names that have matched another part before are counted. */
  onlyKnown: boolean;
}

/**
 * Sums the matched bits of each name. A table of the names at hand and not of all: it stays in the processor's
 * cache, where a million names don't.
 */
export class Tally {
  /** The matched names in order of their first match; their bits; the part of the query that matched each last. */
  names = new Uint32Array(0);
  bits = new Float32Array(0);
  length = 0;
  #parts = new Uint8Array(0);
  /** Hash table: position of a name in the rows above, counted from 1; 0 is free. */
  #slots = new Uint32Array(2);
  #shift = 31;

  /** @param most how many names may come at most */
  clear(most: number): void {
    const log = Math.max(8, 33 - Math.clz32(most));
    this.#shift = 32 - log;
    this.length = 0;
    if (this.#slots.length >= 2 ** log) {
      this.#slots.fill(0, 0, 2 ** log);
      return;
    }
    this.#slots = new Uint32Array(2 ** log);
    this.names = new Uint32Array(2 ** log);
    this.bits = new Float32Array(2 ** log);
    this.#parts = new Uint8Array(2 ** log);
  }

  /** Adds to each of `postings[from]` to `postings[to - 1]`. */
  add(postings: Uint32Array, from: number, to: number, { bits, part, onlyKnown }: Meeting): void {
    const slots = this.#slots;
    const { names, bits: sums } = this;
    const parts = this.#parts;
    const shift = this.#shift;
    const mask = 2 ** (32 - shift) - 1;
    for (let i = from; i < to; i++) {
      const name = postings[i]!;
      let slot = Math.imul(name, 0x9e3779b1) >>> shift;
      while (slots[slot] !== 0 && names[slots[slot]! - 1] !== name) slot = (slot + 1) & mask;
      const row = slots[slot]! - 1;
      if (row >= 0) {
        if (parts[row] === part) continue;
        parts[row] = part;
        sums[row]! += bits;
      } else if (!onlyKnown) {
        names[this.length] = name;
        sums[this.length] = bits;
        parts[this.length] = part;
        this.length += 1;
        slots[slot] = this.length;
      }
    }
  }
}
