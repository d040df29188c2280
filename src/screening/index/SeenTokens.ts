import { bucketOf, type KeyTable } from './keyTable.ts';

/** The tokens found by one lookup, each once, in the order in which they were found. */
export class SeenTokens {
  tokens = new Uint32Array(1024);
  length = 0;
  /** Per token: in which lookup it was seen last. */
  readonly #lookup: Uint32Array;
  #clock = 0;

  /** @param tokens how many an index has */
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

  /** Adds the values under a key, the first `most` of them. */
  addUnder({ heads, keys, values }: KeyTable, key: number, most: number): void {
    const bucket = bucketOf(key, heads);
    const end = heads[bucket + 1]!;
    let left = most;
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
