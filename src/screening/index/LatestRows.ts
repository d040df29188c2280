import { GrowableArray } from './GrowableArray.ts';

/**
 * The row of each entity that holds, while lists are read: the last one of an id, and what another collection said of it
 * before as long as that does. A collection withdraws what it said itself and no more.
 */
export class LatestRows {
  readonly #rowOf = new Map<string, number>();
  readonly #collections: string[] = [];
  /** Number of the collection per row. */
  readonly #collectionOf = new GrowableArray(Uint16Array);
  /** Rows of other collections, for the few ids that several have; the last one counts next. */
  readonly #others = new Map<string, number[]>();

  /** Notes the next row: the first is 0. */
  put(id: string, collection: string): void {
    const row = this.#collectionOf.length;
    const number = this.#numberOf(collection);
    this.#collectionOf.push(number);
    const before = this.#rowsOf(id).filter((other) => this.#collectionOf.get(other) !== number);
    this.#keep(id, [...before, row]);
  }

  drop(id: string, collection: string): void {
    const number = this.#numberOf(collection);
    this.#keep(
      id,
      this.#rowsOf(id).filter((row) => this.#collectionOf.get(row) !== number),
    );
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
