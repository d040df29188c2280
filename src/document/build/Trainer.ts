import type { Model, ModelHeader, Weights } from '../../vision/net/readModel.ts';
import { CLASSES, STRIP_HEIGHT } from '../read/strip.ts';
import type { Random } from './Random.ts';
import type { Example } from './renderStrip.ts';

/** The compiled kernels of `kernels/index.ts`. */
export interface TrainingKernels {
  memory: WebAssembly.Memory;
  heapBase(): number;
  multiply(a: number, b: number, c: number, m: number, k: number, n: number): void;
  multiplyTransposed(a: number, b: number, c: number, m: number, k: number, n: number): void;
  // biome-ignore format: one line per kernel reads best
  windows(from: number, to: number, h: number, w: number, c: number, size: number, border: number, outH: number, outW: number, depth: number): void;
  // biome-ignore format: one line per kernel reads best
  addWindows(from: number, to: number, h: number, w: number, c: number, size: number, border: number, outH: number, outW: number): void;
  pool(from: number, to: number, h: number, w: number, c: number): void;
  unpool(from: number, pooled: number, up: number, gradient: number, h: number, w: number, c: number): void;
  rectify(at: number, count: number): void;
  unrectify(values: number, gradient: number, count: number): void;
  // biome-ignore format: one line per kernel reads best
  adam(weights: number, gradient: number, mean: number, square: number, count: number, rate: number, scale: number, decay: number): void;
}

/** Channels after each of the three 3 x 3 layers. */
export type Channels = readonly [number, number, number];

interface Layer {
  h: number;
  w: number;
  c: number;
  outH: number;
  outW: number;
  outC: number;
  size: number;
  border: number;
  depth: number;
  isPooled: boolean;
  input: number;
  inputGradient: number;
  windows: number;
  output: number;
  outputGradient: number;
  weights: number;
  gradient: number;
  transposed: number;
  bias: number;
}

/**
 * The network of the characters in training: three 3 x 3 layers, two of them pooled, and one of 5 x 5, so that a strip
 * of any width gets the classes of each fourth column. Works on strips of one width.
 */
export class Trainer {
  readonly #run: TrainingKernels;
  readonly #layers: Layer[] = [];
  readonly #width: number;
  readonly #channels: Channels;
  #next: number;
  /** Weights, gradient, mean and square of all layers: four blocks of `count` numbers. */
  #state = { weights: 0, gradient: 0, mean: 0, square: 0, count: 0 };
  #steps = 0;

  constructor(
    run: TrainingKernels,
    random: Random,
    { width, channels }: { width: number; channels: Channels },
  ) {
    this.#run = run;
    this.#next = run.heapBase();
    this.#width = width;
    this.#channels = channels;
    this.#plan();
    for (const layer of this.#layers) {
      const weights = this.#floats(layer.weights, layer.depth * layer.outC);
      const deviation = Math.sqrt(2 / (layer.size ** 2 * layer.c));
      weights.forEach((_, i) => {
        weights[i] = deviation * random.normal();
      });
    }
  }

  /**
   * One step with a batch.
   * @returns the mean loss of an output.
   */
  train(batch: Example[], rate: number): number {
    let loss = 0;
    let count = 0;
    for (const layer of this.#layers) this.#transpose(layer);
    for (const { strip, labels } of batch) {
      const scores = this.forward(strip);
      const gradient = this.#floats(this.#layers.at(-1)!.outputGradient, scores.length);
      const result = softmaxGradient(scores, labels, gradient);
      loss += result.loss;
      count += result.count;
      this.#backward();
    }
    this.#steps++;
    const { weights, gradient, mean, square, count: numbers } = this.#state;
    const warm = Math.sqrt(1 - 0.999 ** this.#steps) / (1 - 0.9 ** this.#steps);
    this.#run.adam(weights, gradient, mean, square, numbers, rate * warm, 1 / Math.max(1, count), 1e-4);
    return loss / Math.max(1, count);
  }

  /** The scores of each output, `outputs` rows of `CLASSES` and some unused numbers; valid until the next call. */
  forward(strip: Float32Array): Float32Array {
    this.#floats(this.#layers[0]!.input, strip.length).set(strip);
    for (const layer of this.#layers) this.#forwardLayer(layer);
    const { output, outW, outC } = this.#layers.at(-1)!;
    return this.#floats(output, outW * outC);
  }

  /** The network as the kernels of vision run it, for strips of one width. */
  model(): Model {
    const header: ModelHeader = networkHeader(this.#channels, this.#width);
    const weights: (Weights | undefined)[] = [];
    for (const layer of this.#layers) {
      weights.push(this.#weightsOf(layer));
      if (layer.isPooled) weights.push(undefined);
    }
    return { header, weights };
  }

  #weightsOf({ weights, depth, outC, size, c, bias }: Layer): Weights {
    const channels = size === 5 ? CLASSES : outC;
    const taps = size ** 2 * c;
    const all = this.#floats(weights, depth * outC);
    const filter = new Float32Array(channels * taps);
    for (let channel = 0; channel < channels; channel++) {
      for (let tap = 0; tap < taps; tap++) filter[channel * taps + tap] = all[tap * outC + channel]!;
    }
    return { filter, bias: this.#floats(bias, channels).slice(), alpha: new Float32Array() };
  }

  #forwardLayer(layer: Layer): void {
    const { input, windows, h, w, c, size, border, outH, outW, depth, outC, output, bias } = layer;
    this.#run.windows(input, windows, h, w, c, size, border, outH, outW, depth);
    const result = this.#floats(output, outH * outW * outC);
    const biases = this.#floats(bias, outC);
    for (let i = 0; i < result.length; i += outC) result.set(biases, i);
    this.#run.multiply(windows, layer.weights, output, outH * outW, depth, outC);
    const next = this.#layers[this.#layers.indexOf(layer) + 1];
    if (!next) return;
    if (layer.isPooled) this.#run.pool(output, next.input, outH, outW, outC);
    else this.#run.rectify(output, result.length);
  }

  #backward(): void {
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const layer = this.#layers[i]!;
      const { outH, outW, outC, depth, windows, output, outputGradient } = layer;
      const next = this.#layers[i + 1];
      const pixels = outH * outW;
      if (next && layer.isPooled) {
        this.#floats(outputGradient, pixels * outC).fill(0);
        this.#run.unpool(output, next.input, next.inputGradient, outputGradient, outH, outW, outC);
      } else if (next) this.#run.unrectify(output, outputGradient, pixels * outC);
      this.#run.multiplyTransposed(windows, outputGradient, layer.gradient, pixels, depth, outC);
      this.#addBiasGradient(layer);
      if (i === 0) return;
      this.#floats(windows, pixels * depth).fill(0);
      this.#run.multiply(outputGradient, layer.transposed, windows, pixels, outC, depth);
      this.#floats(layer.inputGradient, layer.h * layer.w * layer.c).fill(0);
      // biome-ignore format: one call
      this.#run.addWindows(windows, layer.inputGradient, layer.h, layer.w, layer.c, layer.size, layer.border, outH, outW);
    }
  }

  #addBiasGradient({ outputGradient, outH, outW, outC, gradient, depth }: Layer): void {
    const up = this.#floats(outputGradient, outH * outW * outC);
    const to = this.#floats(gradient + 4 * depth * outC, outC);
    for (let i = 0; i < up.length; i++) to[i % outC]! += up[i]!;
  }

  #transpose({ weights, transposed, depth, outC }: Layer): void {
    const from = this.#floats(weights, depth * outC);
    const to = this.#floats(transposed, depth * outC);
    for (let row = 0; row < depth; row++) {
      for (let column = 0; column < outC; column++) to[column * depth + row] = from[row * outC + column]!;
    }
  }

  #plan(): void {
    const [a, b, c] = this.#channels;
    const shapes = [
      { c: 1, outC: a, size: 3, border: 1, isPooled: true },
      { c: a, outC: b, size: 3, border: 1, isPooled: true },
      { c: b, outC: c, size: 3, border: 1, isPooled: false },
      { c, outC: OUTPUTS, size: 5, border: 0, isPooled: false },
    ];
    let [h, w] = [STRIP_HEIGHT, this.#width];
    let [input, inputGradient] = [this.#allocate(h * w), 0];
    for (const shape of shapes) {
      const [outH, outW] = [h + 2 * shape.border - shape.size + 1, w + 2 * shape.border - shape.size + 1];
      const depth = (shape.size ** 2 * shape.c + 7) & ~7;
      const [output, outputGradient] = [1, 2].map(() => this.#allocate(outH * outW * shape.outC)) as [
        number,
        number,
      ];
      const windows = this.#allocate(outH * outW * depth);
      const transposed = this.#allocate(depth * shape.outC);
      // biome-ignore format: one object
      this.#layers.push({ ...shape, h, w, outH, outW, depth, input, inputGradient, windows, output, outputGradient, transposed, weights: 0, gradient: 0, bias: 0 });
      [h, w] = shape.isPooled ? [outH / 2, outW / 2] : [outH, outW];
      [input, inputGradient] = [output, outputGradient];
      if (shape.isPooled)
        [input, inputGradient] = [1, 2].map(() => this.#allocate(h * w * shape.outC)) as [number, number];
    }
    this.#planWeights();
  }

  #planWeights(): void {
    const sizes = this.#layers.map(({ depth, outC }) => (depth + 1) * outC);
    const count = sizes.reduce((sum, size) => sum + size, 0);
    const [weights, gradient, mean, square] = [1, 2, 3, 4].map(() => this.#allocate(count)) as [
      number,
      number,
      number,
      number,
    ];
    this.#state = { weights, gradient, mean, square, count };
    let offset = 0;
    this.#layers.forEach((layer, i) => {
      layer.weights = weights + 4 * offset;
      layer.gradient = gradient + 4 * offset;
      layer.bias = layer.weights + 4 * layer.depth * layer.outC;
      offset += sizes[i]!;
    });
    this.#floats(weights, 4 * count).fill(0);
  }

  #allocate(count: number): number {
    const at = this.#next;
    this.#next = (at + 4 * count + 47) & ~15;
    const missing = this.#next - this.#run.memory.buffer.byteLength;
    if (missing > 0) this.#run.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  #floats(at: number, count: number): Float32Array {
    return new Float32Array(this.#run.memory.buffer, at, count);
  }
}

/** Numbers of an output, the classes and some that are never asked for: a multiple of 8. */
export const OUTPUTS = (CLASSES + 7) & ~7;

/** Cross entropy of the labelled outputs, and its gradient. */
function softmaxGradient(scores: Float32Array, labels: Int8Array, gradient: Float32Array) {
  let loss = 0;
  let count = 0;
  gradient.fill(0);
  labels.forEach((label, j) => {
    if (label < 0) return;
    const row = scores.subarray(j * OUTPUTS, j * OUTPUTS + CLASSES);
    const top = Math.max(...row);
    let sum = 0;
    for (let i = 0; i < CLASSES; i++) sum += Math.exp(row[i]! - top);
    for (let i = 0; i < CLASSES; i++) gradient[j * OUTPUTS + i] = Math.exp(row[i]! - top) / sum;
    gradient[j * OUTPUTS + label]! -= 1;
    loss += Math.log(sum) + top - row[label]!;
    count++;
  });
  return { loss, count };
}

/** The header of the network for strips of `width` pixels. */
function networkHeader([a, b, c]: Channels, width: number): ModelHeader {
  const three = { op: 'conv', activation: 'relu', size: 3, stride: 1, top: 1, left: 1 } as const;
  const pool = { op: 'maxPool', size: 2, stride: 2 } as const;
  const h = STRIP_HEIGHT;
  return {
    precision: 'int8',
    input: { h, w: width, c: 1 },
    outputs: [6],
    ops: [
      { ...three, from: 0, to: 1, h, w: width, c: a },
      { ...pool, from: 1, to: 2, h: h / 2, w: width / 2, c: a },
      { ...three, from: 2, to: 3, h: h / 2, w: width / 2, c: b },
      { ...pool, from: 3, to: 4, h: h / 4, w: width / 4, c: b },
      { ...three, from: 4, to: 5, h: h / 4, w: width / 4, c },
      // biome-ignore format: one line per layer
      { op: 'conv', activation: 'linear', size: 5, stride: 1, top: 0, left: 0, from: 5, to: 6, h: 1, w: width / 4 - 4, c: CLASSES },
    ],
  };
}
