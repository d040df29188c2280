import { type KeyTable, keyTable } from './keyTable.ts';

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A typed array that grows as it is pushed to. */
export class GrowableArray<T extends Numbers> {
  length = 0;
  #data: T;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T, capacity = 1024) {
    this.#make = make;
    this.#data = new make(capacity);
  }

  push(value: number): void {
    if (this.length === this.#data.length) this.#grow(this.length + 1);
    this.#data[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    if (this.length + values.length > this.#data.length) this.#grow(this.length + values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  get(at: number): number {
    return this.#data[at]!;
  }

  set(at: number, value: number): void {
    this.#data[at] = value;
  }

  /** What was pushed; later pushes may or may not show in it. */
  view(): T {
    return this.#data.subarray(0, this.length) as T;
  }

  #grow(least: number): void {
    const next = new this.#make(Math.max(least, Math.ceil(this.#data.length * 1.6)));
    next.set(this.#data);
    this.#data = next;
  }
}

/** Pairs of key and value while an index is built. */
export class KeyRows {
  readonly #keys = new GrowableArray(Uint32Array);
  readonly #values = new GrowableArray(Uint32Array);

  add(key: number, value: number): void {
    this.#keys.push(key);
    this.#values.push(value);
  }

  table(): KeyTable {
    return keyTable(this.#keys.view(), this.#values.view());
  }
}
