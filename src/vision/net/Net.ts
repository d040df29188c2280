import type { Kernels } from './Kernels.ts';
import type {
  AddOp,
  ConvOp,
  DepthwiseOp,
  ExtendOp,
  Model,
  ModelHeader,
  ModelOp,
  PoolOp,
  Weights,
} from './readModel.ts';

/** A model laid out in the kernels' memory, which can be run repeatedly. */
export class Net {
  /** Where to write the input: h x w pixels of `padded(c)` float32, channels last. */
  readonly input: number;
  readonly #kernels: Kernels;
  readonly #model: Model;
  readonly #plan: BufferPlan;
  readonly #base: number;
  readonly #shapes: { h: number; w: number; c: number }[];
  readonly #steps: (() => void)[];
  #scratch = 0;
  #scratchSize = 0;

  constructor(kernels: Kernels, model: Model) {
    this.#kernels = kernels;
    this.#model = model;
    this.#plan = planBuffers(model.header);
    this.#base = kernels.allocate(this.#plan.total);
    this.input = this.#base + this.#plan.offsets[0]!;
    this.#shapes = [model.header.input];
    for (const op of model.header.ops) this.#shapes[op.to] = op;
    this.#steps = model.header.ops.map((op, i) => this.#step(op, model.weights[i]));
    this.#scratch = kernels.allocate(this.#scratchSize);
  }

  run(): void {
    for (const step of this.#steps) step();
  }

  /** A copy of the numbers of an output without padding, channels last. */
  output(index: number): Float32Array {
    const tensor = this.#model.header.outputs[index]!;
    const { h, w, c } = this.#shapes[tensor]!;
    const wide = padded(c);
    const all = this.#kernels.floats(this.#at(tensor), h * w * wide);
    if (wide === c) return all.slice();
    const numbers = new Float32Array(h * w * c);
    for (let i = 0, at = 0; i < numbers.length; at += wide) {
      for (let channel = 0; channel < c; channel++, i++) numbers[i] = all[at + channel]!;
    }
    return numbers;
  }

  #step(op: ModelOp, weights: Weights | undefined): () => void {
    if (op.op === 'conv') return this.#conv(op, weights!);
    if (op.op === 'depthwise') return this.#depthwise(op, weights!);
    if (op.op === 'add') return this.#add(op, weights);
    return op.op === 'extend' ? this.#extend(op) : this.#pool(op);
  }

  /** Convolves in tiles of rows that fit into the nearest cache together with their filter panels. */
  #conv(op: ConvOp, weights: Weights): () => void {
    const { run } = this.#kernels;
    const from = this.#shapes[op.from]!;
    const inputs = padded(from.c);
    const direct = op.size === 1 && op.stride === 1;
    // In the first layer a padding channel would be a quarter of the input, so it is left out.
    const isOfColours = from.c === 3 && !direct;
    const [taps, channels] = isOfColours ? [1, op.size ** 2 * 3] : [op.size ** 2, from.c];
    const depth = taps * padded(channels);
    const columns = padded(op.c);
    const filter = this.#kernels.store(columnPanels(weights.filter, op.c, taps, channels));
    const bias = this.#kernels.store(paddedChannels(weights.bias, op.c));
    const alpha = this.#activation(op, weights);
    const [a, c, pixels] = [this.#at(op.from), this.#at(op.to), op.h * op.w];
    const tile = Math.min(pixels, Math.max(16, (tileBytes / (4 * depth)) & ~3));
    if (!direct) this.#reserve(4 * tile * depth + 4);
    return () => {
      for (let first = 0; first < pixels; first += tile) {
        const rows = Math.min(tile, pixels - first);
        let source = a + 4 * first * depth;
        if (!direct) {
          source = this.#scratch;
          // biome-ignore format: one call
          if (isOfColours) run.im2colOfColours(a, source, from.h, from.w, op.size, op.stride, op.top, op.left, op.w, first, rows);
          // biome-ignore format: one call
          else run.im2col(a, source, from.h, from.w, inputs, op.size, op.stride, op.top, op.left, op.w, first, rows);
        }
        run.gemm(source, filter, bias, alpha, c + 4 * first * columns, rows, depth, columns);
      }
    };
  }

  #depthwise(op: DepthwiseOp, weights: Weights): () => void {
    const { run } = this.#kernels;
    const from = this.#shapes[op.from]!;
    const c = padded(op.c);
    const filter = this.#kernels.store(paddedChannels(weights.filter, op.c));
    const bias = this.#kernels.store(paddedChannels(weights.bias, op.c));
    const h = Math.max((op.h - 1) * op.stride + op.size, op.top + from.h);
    const w = Math.max((op.w - 1) * op.stride + op.size, op.left + from.w);
    this.#reserve(4 * h * w * c);
    const [a, to] = [this.#at(op.from), this.#at(op.to)];
    return () => {
      run.pad(a, this.#scratch, from.h, from.w, c, op.top, op.left, h, w);
      run.depthwise(this.#scratch, filter, bias, to, w, c, op.size, op.stride, op.h, op.w);
    };
  }

  #add(op: AddOp, weights: Weights | undefined): () => void {
    const { run } = this.#kernels;
    const [ca, cb] = [padded(op.c), padded(this.#shapes[op.also]!.c)];
    const alpha = this.#activation(op, weights);
    const [a, b, to] = [this.#at(op.from), this.#at(op.also), this.#at(op.to)];
    return () => run.add(a, b, alpha, to, op.h * op.w, ca, cb);
  }

  #pool(op: PoolOp): () => void {
    const { run } = this.#kernels;
    const { w, c } = this.#shapes[op.from]!;
    const [from, to] = [this.#at(op.from), this.#at(op.to)];
    if (op.op === 'averagePool') return () => run.averagePool(from, to, w, padded(c), op.h, op.w);
    return () => run.maxPool(from, to, w, padded(c), op.size, op.stride, op.h, op.w);
  }

  #extend(op: ExtendOp): () => void {
    const { run } = this.#kernels;
    const { h, w, c } = this.#shapes[op.from]!;
    const [from, to] = [this.#at(op.from), this.#at(op.to)];
    return () => run.pad(from, to, h, w, padded(c), 0, 0, op.h, op.w);
  }

  #activation(op: ConvOp | AddOp, weights: Weights | undefined): number {
    const even = new Float32Array(op.c).fill(op.activation === 'linear' ? 1 : 0);
    return this.#kernels.store(paddedChannels(op.activation === 'prelu' ? weights!.alpha : even, op.c));
  }

  #reserve(bytes: number): void {
    this.#scratchSize = Math.max(this.#scratchSize, bytes);
  }

  #at(tensor: number): number {
    return this.#base + this.#plan.offsets[tensor]!;
  }
}

/** Bytes of a tile: the fastest of 16 to 256 KiB, as measured. */
const tileBytes = 65536;

/**
 * Arranges a filter of `outputs` x `taps` x `inputs` numbers for `gemm`: panels of 8 outputs; in each panel the taps
 * and (padded) inputs in order, 8 numbers side by side.
 */
function columnPanels(filter: Float32Array, outputs: number, taps: number, inputs: number): Float32Array {
  const wide = padded(inputs);
  const depth = taps * wide;
  const panels = new Float32Array(Math.ceil(outputs / 8) * depth * 8);
  let from = 0;
  for (let output = 0; output < outputs; output++) {
    const panel = (output >> 3) * depth * 8 + (output & 7);
    for (let tap = 0; tap < taps; tap++) {
      let to = panel + tap * wide * 8;
      for (let input = 0; input < inputs; input++, to += 8) panels[to] = filter[from++]!;
    }
  }
  return panels;
}

/**
 * Rows of `channels` numbers, each padded with zeros to the padded width, and 4 more zeros, because `gemm` reads 8
 * numbers at once.
 */
function paddedChannels(numbers: Float32Array, channels: number): Float32Array {
  const wide = padded(channels);
  const rows = numbers.length / channels;
  const result = new Float32Array(rows * wide + 4);
  for (let row = 0; row < rows; row++) {
    result.set(numbers.subarray(row * channels, (row + 1) * channels), row * wide);
  }
  return result;
}

/** The number of channels of a tensor in memory: the next multiple of 4. The additional channels are zero. */
function padded(channels: number): number {
  return (channels + 3) & ~3;
}

/** The positions of all tensors in one block of memory. */
interface BufferPlan {
  /** Byte offsets by tensor number. */
  offsets: number[];
  /** Bytes of the whole block. */
  total: number;
}

/**
 * Assigns each tensor the lowest offset that is free during its lifetime, so that the working set stays in the cache.
 */
function planBuffers(header: ModelHeader): BufferPlan {
  const { ops, outputs, input } = header;
  const lastUse: number[] = [];
  ops.forEach((op, i) => {
    lastUse[op.from] = i;
    if (op.op === 'add') lastUse[op.also] = i;
  });
  for (const output of outputs) lastUse[output] = ops.length;
  const living: { tensor: number; from: number; to: number }[] = [];
  const offsets: number[] = [];
  let total = 0;
  const allocate = (tensor: number, shape: { h: number; w: number; c: number }) => {
    const size = bytesOf(shape);
    let at = 0;
    for (const other of living.sort((a, b) => a.from - b.from)) {
      if (at + size <= other.from) break;
      at = Math.max(at, other.to);
    }
    living.push({ tensor, from: at, to: at + size });
    offsets[tensor] = at;
    total = Math.max(total, at + size);
  };
  allocate(0, input);
  ops.forEach((op, i) => {
    allocate(op.to, op);
    for (let n = living.length - 1; n >= 0; n--)
      if ((lastUse[living[n]!.tensor] ?? 0) <= i) living.splice(n, 1);
  });
  return { offsets, total };
}

function bytesOf({ h, w, c }: { h: number; w: number; c: number }): number {
  return Math.ceil((h * w * padded(c) * 4) / 16) * 16;
}
