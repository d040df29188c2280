import { GrowableArray } from './Vocabulary.ts';

/**
 * The current row of each entity while lists are read: the latest row of an id, and the earlier rows that other
 * collections put for it. A collection can withdraw only its own rows.
 */
export class LatestRows {
  readonly #rowOf = new Map<string, number>();
  readonly #collections: string[] = [];
  /** Number of the collection per row. */
  readonly #collectionOf = new GrowableArray(Uint16Array);
  /**
   * Rows of other collections, for the few ids that occur in several. The last of them becomes current after a
   * withdrawal.
   */
  readonly #others = new Map<string, number[]>();

  /**
   * Records the next row; the first row is 0.
   * @returns the row that the same collection put for the id before; `null` if there is none
   */
  put(id: string, collection: string): number | null {
    const row = this.#collectionOf.length;
    const number = this.#numberOf(collection);
    this.#collectionOf.push(number);
    const rows = this.#rowsOf(id);
    const before = rows.filter((other) => this.#collectionOf.get(other) !== number);
    this.#keep(id, [...before, row]);
    return rows.find((other) => this.#collectionOf.get(other) === number) ?? null;
  }

  /** @returns the row that the collection withdraws; `null` if it has no row for the id */
  drop(id: string, collection: string): number | null {
    const number = this.#numberOf(collection);
    const rows = this.#rowsOf(id);
    this.#keep(
      id,
      rows.filter((row) => this.#collectionOf.get(row) !== number),
    );
    return rows.find((row) => this.#collectionOf.get(row) === number) ?? null;
  }

  rows(): Iterable<number> {
    return this.#rowOf.values();
  }

  clear(): void {
    this.#rowOf.clear();
    this.#others.clear();
  }

  #rowsOf(id: string): number[] {
    const last = this.#rowOf.get(id);
    return last === undefined ? [] : [...(this.#others.get(id) ?? []), last];
  }

  #keep(id: string, rows: number[]): void {
    const last = rows.pop();
    if (last === undefined) this.#rowOf.delete(id);
    else this.#rowOf.set(id, last);
    if (rows.length > 0) this.#others.set(id, rows);
    else this.#others.delete(id);
  }

  #numberOf(collection: string): number {
    const at = this.#collections.indexOf(collection);
    return at >= 0 ? at : this.#collections.push(collection) - 1;
  }
}
