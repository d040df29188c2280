import type { Chains, QueryPart, SimilarParts } from '../compare/query.ts';
import { bucketOf, type KeyTable } from '../index/keyTable.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { maxParts } from '../names/nameParts.ts';

/** Scratch memory with the size of the index. It is stored with the index and cleared between queries. */
export interface Scratch {
  /** The tokens found by the current lookup. */
  seen: SeenTokens;
  chains: Chains;
  tally: Tally;
  /** The names to compare in full. */
  found: NameSet;
  /** How many of the best names of the query the tally holds: a larger search needs another one. */
  tallied: number;
  /** The bits of the parts that the tally left out. */
  unread: number;
  /** Results of earlier lookups, by `partKey`. */
  knownParts: PartCache;
}

/** Minimum number of cached name parts; the maximum is twice as many. */
const mostKnown = 15_000;
/** Maximum number of similar listed parts per part. */
export const mostSimilar = 150;
/** Each part, and each pair of neighbours as one, has up to `mostSimilar` links. Number 0 is the end of a chain. */
const maxLinks = 2 * maxParts * mostSimilar + 1;

export function scratchOf(index: ScreeningIndex): Scratch {
  const cached = all.get(index);
  if (cached) return cached;
  const tokens = index.columns.tokenFrequency.length;
  const created: Scratch = {
    seen: new SeenTokens(tokens),
    chains: {
      first: new Uint16Array(tokens),
      group: new Uint8Array(maxLinks),
      row: new Uint8Array(maxLinks),
      next: new Uint16Array(maxLinks),
    },
    tally: new Tally(index.columns.nameEntity.length),
    found: new NameSet(),
    tallied: 0,
    unread: 0,
    knownParts: new PartCache(mostKnown),
  };
  all.set(index, created);
  return created;
}

const all = new WeakMap<ScreeningIndex, Scratch>();

/** A set of name rows in insertion order, reused for every query. */
export class NameSet {
  names = new Uint32Array(512);
  length = 0;
  /** Hash table: position of a name among the rows, counted from 1; 0 is free. */
  #slots = new Uint32Array(2 * this.names.length);

  clear(): void {
    // After a wide search the table is large, and the next search mostly small.
    if (this.length * 8 > this.#slots.length) this.#slots.fill(0);
    // Backwards, so that a name is still found behind those that were added before it.
    else for (let row = this.length - 1; row >= 0; row--) this.#slots[this.#slotOf(this.names[row]!)] = 0;
    this.length = 0;
  }

  add(name: number): void {
    const slot = this.#slotOf(name);
    if (this.#slots[slot] !== 0) return;
    this.names[this.length] = name;
    this.length += 1;
    this.#slots[slot] = this.length;
    if (this.length === this.names.length) this.#grow();
  }

  /** The slot of a name, or the free slot to insert it. */
  #slotOf(name: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(name, 0x9e3779b1) >>> 8) & mask;
    while (this.#slots[slot] !== 0 && this.names[this.#slots[slot]! - 1] !== name) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const { names } = this;
    this.names = new Uint32Array(2 * names.length);
    this.names.set(names);
    this.#slots = new Uint32Array(2 * this.names.length);
    for (let i = 0; i < this.length; i++) this.#slots[this.#slotOf(names[i]!)] = i + 1;
  }
}

/** The tokens found by one lookup, without duplicates, in the order in which they were found. */
export class SeenTokens {
  tokens = new Uint32Array(1024);
  length = 0;
  /** Per token: the lookup that found it last. */
  readonly #lookup: Uint32Array;
  #clock = 0;

  /** @param tokens number of tokens in the index */
  constructor(tokens: number) {
    this.#lookup = new Uint32Array(tokens);
  }

  clear(): void {
    this.#clock += 1;
    this.length = 0;
  }

  has(token: number): boolean {
    return this.#lookup[token] === this.#clock;
  }

  add(token: number): void {
    if (this.#lookup[token] === this.#clock) return;
    this.#lookup[token] = this.#clock;
    if (this.length === this.tokens.length) this.#grow();
    this.tokens[this.length] = token;
    this.length += 1;
  }

  /** Adds the first `max` values of a key. */
  addUnder({ heads, keys, values }: KeyTable, key: number, max: number): void {
    const bucket = bucketOf(key, heads);
    const end = heads[bucket + 1]!;
    let left = max;
    for (let i = heads[bucket]!; i < end && left > 0; i++) {
      if (keys[i] !== key) continue;
      left -= 1;
      this.add(values[i]!);
    }
  }

  #grow(): void {
    const tokens = new Uint32Array(2 * this.tokens.length);
    tokens.set(this.tokens);
    this.tokens = tokens;
  }
}

/** A part of a name and the listed parts that resemble it. */
export interface KnownPart {
  part: QueryPart;
  similar: SimilarParts;
}

/**
 * A cache of lookups for recent name parts, because many people share a first name. It has two generations: the older
 * one is dropped when the younger one is full. Moving an entry at each use would cost more than many lookups.
 */
class PartCache {
  #young = new Map<string, KnownPart>();
  #old = new Map<string, KnownPart>();
  readonly #max: number;

  /** @param max capacity of a generation */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): KnownPart | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const old = this.#old.get(key);
    if (old) this.set(key, old);
    return old;
  }

  set(key: string, part: KnownPart): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, part);
  }
}

/** The postings of a query part, and the bits for matching it. */
interface Meeting {
  bits: number;
  /** Number of the part. A part counts once per name. */
  part: number;
  /** Maximum number of names that have matched no other part before. Others of these are left out. */
  most: number;
}

/**
 * Sums the matched bits of each name. The table contains only the names found, so it fits into the processor's cache; a
 * table of a million names would not. A set of bits, which does, tells beforehand whether a name is in the table: most
 * names of the common parts are not.
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
  /** One bit for each name of the index: whether it is in the table. */
  readonly #has: Uint32Array;

  /** @param names number of names in the index */
  constructor(names: number) {
    this.#has = new Uint32Array((names >>> 5) + 1);
  }

  /** @param max maximum number of names */
  clear(max: number): void {
    for (let row = 0; row < this.length; row++) this.#has[this.names[row]! >>> 5] = 0;
    const log = Math.max(8, 33 - Math.clz32(max));
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

  /** Adds the bits to each of `postings[from]` to `postings[to - 1]`. */
  add(postings: Uint32Array, from: number, to: number, { bits, part, most }: Meeting): void {
    const slots = this.#slots;
    const { names, bits: sums } = this;
    const parts = this.#parts;
    const has = this.#has;
    const shift = this.#shift;
    const mask = 2 ** (32 - shift) - 1;
    let length = this.length;
    const end = length + most;
    for (let i = from; i < to; i++) {
      const name = postings[i]!;
      const isKnown = (has[name >>> 5]! >>> (name & 31)) & 1;
      if (!isKnown && length >= end) continue;
      let slot = Math.imul(name, 0x9e3779b1) >>> shift;
      if (isKnown) {
        while (names[slots[slot]! - 1] !== name) slot = (slot + 1) & mask;
        const row = slots[slot]! - 1;
        if (parts[row] === part) continue;
        parts[row] = part;
        sums[row]! += bits;
      } else {
        while (slots[slot] !== 0) slot = (slot + 1) & mask;
        names[length] = name;
        sums[length] = bits;
        parts[length] = part;
        length += 1;
        slots[slot] = length;
        has[name >>> 5]! |= 1 << (name & 31);
      }
    }
    this.length = length;
  }
}
