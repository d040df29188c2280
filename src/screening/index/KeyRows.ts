import { GrowableArray } from './GrowableArray.ts';
import { type KeyTable, keyTable } from './keyTable.ts';

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
