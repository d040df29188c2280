const MOST = 10_000;

/** The hashes of keys that this node has seen to be good, and the cases of session keys; those not seen for long go first. */
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

  /** The case of a session key; empty if it is none, or not known. */
  caseOf(hash: string): string {
    return this.#newer.get(hash) ?? this.#older.get(hash) ?? '';
  }

  add(hash: string, caseId: string): void {
    if (this.#newer.has(hash)) return;
    if (this.#newer.size >= MOST / 2) [this.#newer, this.#older] = [new Map(), this.#newer];
    this.#newer.set(hash, caseId);
  }
}
