/** The exports of the compiled kernels; the sources are in `src/vision/kernels`. */
interface Exports {
  memory: WebAssembly.Memory;
  heapBase(): number;
  add(a: number, b: number, alpha: number, to: number, pixels: number, ca: number, cb: number): void;
  averagePool(from: number, to: number, w: number, c: number, outH: number, outW: number): void;
  // biome-ignore format: one line per kernel reads best
  maxPool(from: number, to: number, w: number, c: number, size: number, stride: number, outH: number, outW: number): void;
  // biome-ignore format: one line per kernel reads best
  depthwise(from: number, weights: number, bias: number, to: number, w: number, c: number, size: number, stride: number, outH: number, outW: number): void;
  gemm(a: number, b: number, bias: number, alpha: number, c: number, m: number, k: number, n: number): void;
  // biome-ignore format: one line per kernel reads best
  im2col(from: number, to: number, h: number, w: number, c: number, size: number, stride: number, top: number, left: number, outW: number, first: number, count: number): void;
  // biome-ignore format: one line per kernel reads best
  im2colOfColours(from: number, to: number, h: number, w: number, size: number, stride: number, top: number, left: number, outW: number, first: number, count: number): void;
  // biome-ignore format: one line per kernel reads best
  pad(from: number, to: number, h: number, w: number, c: number, top: number, left: number, outH: number, outW: number): void;
  rgbToRgba(from: number, to: number, pixels: number): void;
  // biome-ignore format: one line per kernel reads best
  warp(from: number, w: number, h: number, to: number, outW: number, outH: number, ax: number, bx: number, cx: number, ay: number, by: number, cy: number, scale: number, red: number, green: number, blue: number, replicate: number): void;
}

/** The compiled kernels and their memory, which only grows. Must not be shared between threads. */
export class Kernels {
  readonly run: Exports;
  #next: number;

  constructor(instance: WebAssembly.Instance) {
    this.run = instance.exports as unknown as Exports;
    this.#next = this.run.heapBase();
  }

  /** @returns the address of a new block of this many bytes, aligned to 16. */
  allocate(bytes: number): number {
    const at = this.#next;
    this.#next = (at + bytes + 15) & ~15;
    const missing = this.#next - this.run.memory.buffer.byteLength;
    if (missing > 0) this.run.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /** Copies numbers into newly allocated memory and returns the address. */
  store(numbers: Float32Array): number {
    const at = this.allocate(4 * numbers.length);
    this.floats(at, numbers.length).set(numbers);
    return at;
  }

  /** A view of the memory; valid until the next `allocate`. */
  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.run.memory.buffer, at, length);
  }

  /** A view of the memory; valid until the next `allocate`. */
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }
}
