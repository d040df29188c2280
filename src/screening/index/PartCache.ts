import type { QueryPart, SimilarParts } from '../compare/query.ts';

/** A part of a name and the listed parts that resemble it. */
export interface KnownPart {
  part: QueryPart;
  similar: SimilarParts;
}

/**
 * A cache of what was looked up for recent name parts, since many people share their first name. It has two generations,
 * because moving an entry at each use would cost more than many lookups: the older one is dropped when the younger is full.
 */
export class PartCache {
  #young = new Map<string, KnownPart>();
  #old = new Map<string, KnownPart>();
  readonly #most: number;

  /** @param most how many a generation holds */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): KnownPart | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const old = this.#old.get(key);
    if (old) this.set(key, old);
    return old;
  }

  set(key: string, part: KnownPart): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, part);
  }
}
