/**
 * A table of a FlatBuffer, read in place: just what the TensorFlow Lite schema needs.
 * Source: FlatBuffers internals, https://flatbuffers.dev/internals/
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** The root table of the buffer. */
  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true));
  }

  int32(field: number, otherwise = 0): number {
    const at = this.#field(field);
    return at ? this.#view.getInt32(at, true) : otherwise;
  }

  uint32(field: number, otherwise = 0): number {
    const at = this.#field(field);
    return at ? this.#view.getUint32(at, true) : otherwise;
  }

  int8(field: number, otherwise = 0): number {
    const at = this.#field(field);
    return at ? this.#view.getInt8(at) : otherwise;
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field));
  }

  table(field: number): FlatTable | undefined {
    const at = this.#field(field);
    return at ? this.#follow(at) : undefined;
  }

  tables(field: number): FlatTable[] {
    const { start, length } = this.#vector(field);
    return Array.from({ length }, (_, i) => this.#follow(start + 4 * i));
  }

  ints(field: number): number[] {
    const { start, length } = this.#vector(field);
    return Array.from({ length }, (_, i) => this.#view.getInt32(start + 4 * i, true));
  }

  bytes(field: number): Uint8Array {
    const { start, length } = this.#vector(field);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length);
  }

  #field(field: number): number {
    const table = this.#at - this.#view.getInt32(this.#at, true);
    const slot = 4 + 2 * field;
    if (slot >= this.#view.getUint16(table, true)) return 0;
    const offset = this.#view.getUint16(table + slot, true);
    return offset ? this.#at + offset : 0;
  }

  #vector(field: number): { start: number; length: number } {
    const at = this.#field(field);
    if (!at) return { start: 0, length: 0 };
    const vector = at + this.#view.getUint32(at, true);
    return { start: vector + 4, length: this.#view.getUint32(vector, true) };
  }

  #follow(at: number): FlatTable {
    return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }
}
