const MOST = 10_000;

/** The hashes of keys that this node has seen to be good, and the cases of session keys: the one seen longest ago goes first. */
export class KnownKeys {
  readonly #cases: Map<string, string>;

  constructor(hashes: readonly string[]) {
    this.#cases = new Map(hashes.map((hash) => [hash, '']));
  }

  has(hash: string): boolean {
    return this.#cases.has(hash);
  }

  /** The case of a session key; empty if it is none, or not known. */
  caseOf(hash: string): string {
    return this.#cases.get(hash) ?? '';
  }

  add(hash: string, caseId: string): void {
    this.#cases.delete(hash);
    this.#cases.set(hash, caseId);
    if (this.#cases.size > MOST) this.#cases.delete(this.#cases.keys().next().value as string);
  }
}
