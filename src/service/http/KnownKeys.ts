const MOST = 10_000;

/** Hashes of keys, with what this node has noted of each; those not seen for long go first. */
export class KnownKeys {
  /** Two halves, the older of which goes as a whole: to keep all in order costs more than to look one up anew. */
  #newer: Map<string, string>;
  #older = new Map<string, string>();

  constructor(hashes: readonly string[]) {
    this.#newer = new Map(hashes.map((hash) => [hash, '']));
  }

  has(hash: string): boolean {
    return this.#newer.has(hash) || this.#older.has(hash);
  }

  /** Empty if nothing was noted, or the key is not known. */
  noteOf(hash: string): string {
    return this.#newer.get(hash) ?? this.#older.get(hash) ?? '';
  }

  add(hash: string, note: string): void {
    if (this.#newer.has(hash)) return;
    if (this.#newer.size >= MOST / 2) [this.#newer, this.#older] = [new Map(), this.#newer];
    this.#newer.set(hash, note);
  }
}
