interface Options {
  /** More never comes; the last growth stops there. */
  mostBytes: number;
  /** Asked for each growth before it happens, in bytes; what it throws, `append` throws. */
  reserve?: ((bytes: number) => void) | undefined;
}

/** Bytes that come in pieces of any size, kept in one buffer that doubles: a piece of one byte costs one byte. */
export class GrowingBuffer {
  readonly #options: Options;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const { mostBytes, reserve } = this.#options;
      const size = Math.max(needed, Math.min(2 * this.#bytes.length, mostBytes));
      reserve?.(size - this.#bytes.length);
      // What comes in one piece, as most do, is not copied.
      if (this.#length === 0) this.#bytes = piece;
      else this.#grow(size);
    }
    if (this.#bytes !== piece) this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /** All that came, without a copy. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
