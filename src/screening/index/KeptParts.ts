import type { QueryPart, SimilarParts } from '../compare/query.ts';

/** A part of a name and the listed parts that resemble it. */
export interface KnownPart {
  part: QueryPart;
  similar: SimilarParts;
}

/**
 * What was looked up of parts that were asked about lately: many people share their first name. Two generations, since to
 * move an entry on each use would cost more than many lookups: the older one is forgotten when the younger is full.
 */
export class KeptParts {
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
