const MOST = 10_000;

/** The hashes of keys that this node has seen to be good: the one seen longest ago goes first. */
export class KnownKeys {
  readonly #hashes: Set<string>;

  constructor(hashes: readonly string[]) {
    this.#hashes = new Set(hashes);
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  add(hash: string): void {
    this.#hashes.delete(hash);
    this.#hashes.add(hash);
    if (this.#hashes.size > MOST) this.#hashes.delete(this.#hashes.values().next().value as string);
  }
}
