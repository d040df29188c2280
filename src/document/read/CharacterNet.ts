import { Kernels } from '../../vision/net/Kernels.ts';
import { Net } from '../../vision/net/Net.ts';
import { type ConvOp, type Model, type PoolOp, readModel, type Weights } from '../../vision/net/readModel.ts';
import { CLASSES, STRIP_HEIGHT } from './strip.ts';

/** Tells the characters of strips. One for each thread. */
export class CharacterNet {
  readonly #model: Model;
  readonly #kernels: Kernels | null;
  readonly #nets = new Map<number, Net>();
  #columns = 0;

  /** @param kernels the kernels of vision; null where WebAssembly is forbidden: then plain code does it, slower. */
  constructor(kernels: WebAssembly.Instance | null, weights: Uint8Array) {
    this.#kernels = kernels && new Kernels(kernels);
    this.#model = readModel(weights);
  }

  /** Bytes of the kernels' memory. It grows with the first strips of each width and never shrinks. */
  get memory(): number {
    return this.#kernels?.run.memory.buffer.byteLength ?? 0;
  }

  /** Columns of all strips that were read: the time of a search, whatever the machine. */
  get columns(): number {
    return this.#columns;
  }

  /**
   * The logarithms of the probabilities of all classes at each fourth column.
   * @param strip rows of `width` lumas, of which light and contrast are normalised. The width is a multiple of 4.
   */
  readNormalised(strip: Float32Array, width: number): Float32Array {
    this.#columns += width;
    return logProbabilities(
      this.#kernels ? this.#withKernels(this.#kernels, strip, width) : plainly(this.#model, strip, width),
    );
  }

  #withKernels(kernels: Kernels, strip: Float32Array, width: number): Float32Array {
    let net = this.#nets.get(width);
    if (!net) {
      net = new Net(kernels, widened(this.#model, width));
      this.#nets.set(width, net);
    }
    layWindows(strip, width, kernels.floats(net.input, strip.length * WINDOW_ROW));
    net.run();
    return net.output(0);
  }
}

/** Pixels of a window of the first layer, and the numbers that the kernels keep for it. */
const WINDOW = 9;
const WINDOW_ROW = 12;

/**
 * The network for strips of another width, with the windows of the first layer for its input: the kernels would keep four channels
 * to a pixel, of which three are zero.
 */
function widened({ header, weights }: Model, width: number): Model {
  let w = width;
  const ops = header.ops.map((op, i) => {
    if (op.op === 'maxPool') w /= 2;
    if (op.op === 'conv') w -= op.size - 1 - 2 * op.left;
    return i === 0 ? { ...op, size: 1, top: 0, left: 0, w } : { ...op, w };
  });
  return { header: { ...header, input: { ...header.input, w: width, c: WINDOW }, ops }, weights };
}

/**
 * Writes the nine pixels around each pixel of a strip in a row; outside the strip is zero. In the order of the memory that is
 * written, which is nine times as large as the strip.
 */
function layWindows(strip: Float32Array, width: number, to: Float32Array): void {
  const wide = width + 2;
  const framed = new Float32Array(wide * (STRIP_HEIGHT + 2));
  for (let y = 0; y < STRIP_HEIGHT; y++)
    framed.set(strip.subarray(y * width, (y + 1) * width), (y + 1) * wide + 1);
  for (let y = 0, at = 0; y < STRIP_HEIGHT; y++) {
    for (let above = y * wide; above < y * wide + width; above++, at += WINDOW_ROW) {
      const beside = above + wide;
      const below = beside + wide;
      to[at] = framed[above]!;
      to[at + 1] = framed[above + 1]!;
      to[at + 2] = framed[above + 2]!;
      to[at + 3] = framed[beside]!;
      to[at + 4] = framed[beside + 1]!;
      to[at + 5] = framed[beside + 2]!;
      to[at + 6] = framed[below]!;
      to[at + 7] = framed[below + 1]!;
      to[at + 8] = framed[below + 2]!;
      to[at + 9] = to[at + 10] = to[at + 11] = 0;
    }
  }
}

/** The same network without kernels. */
function plainly(model: Model, strip: Float32Array, width: number): Float32Array {
  let values = strip;
  let [h, w, c] = [STRIP_HEIGHT, width, 1];
  model.header.ops.forEach((op, i) => {
    if (op.op === 'conv') {
      values = convolved(values, { h, w, c }, op, model.weights[i]!);
      [h, w, c] = [h + 2 * op.top - op.size + 1, w + 2 * op.left - op.size + 1, op.c];
    } else {
      values = pooled(values, w, op as PoolOp);
      [h, w] = [h / 2, w / 2];
    }
  });
  return values;
}

function convolved(
  from: Float32Array,
  { h, w, c }: { h: number; w: number; c: number },
  { size, top, left, c: channels, activation }: ConvOp,
  { filter, bias }: Weights,
): Float32Array {
  const [outH, outW] = [h + 2 * top - size + 1, w + 2 * left - size + 1];
  const to = new Float32Array(outH * outW * channels);
  // Sums over the input of one pixel: the filter with the channels of the result side by side.
  const taps = transposed(filter, channels);
  for (let y = 0, at = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++, at += channels) {
      for (let k = 0; k < channels; k++) to[at + k] = bias[k]!;
      for (let ky = Math.max(0, top - y); ky < Math.min(size, h + top - y); ky++) {
        for (let kx = Math.max(0, left - x); kx < Math.min(size, w + left - x); kx++) {
          const pixel = ((y + ky - top) * w + x + kx - left) * c;
          for (let i = 0; i < c; i++) {
            const value = from[pixel + i]!;
            if (value === 0) continue;
            const tap = ((ky * size + kx) * c + i) * channels;
            for (let k = 0; k < channels; k++) to[at + k]! += value * taps[tap + k]!;
          }
        }
      }
    }
  }
  if (activation === 'relu') for (let i = 0; i < to.length; i++) if (to[i]! < 0) to[i] = 0;
  return to;
}

function transposed(filter: Float32Array, channels: number): Float32Array {
  const taps = filter.length / channels;
  const result = new Float32Array(filter.length);
  for (let k = 0; k < channels; k++)
    for (let tap = 0; tap < taps; tap++) result[tap * channels + k] = filter[k * taps + tap]!;
  return result;
}

function pooled(from: Float32Array, width: number, { h, c }: PoolOp): Float32Array {
  const w = width / 2;
  const to = new Float32Array(h * w * c);
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const corner = (2 * y * width + 2 * x) * c;
      for (let i = 0; i < c; i++, at++) {
        const upper = Math.max(from[corner + i]!, from[corner + c + i]!);
        const below = corner + width * c + i;
        to[at] = Math.max(upper, from[below]!, from[below + c]!);
      }
    }
  }
  return to;
}

function logProbabilities(scores: Float32Array): Float32Array {
  for (let at = 0; at < scores.length; at += CLASSES) {
    let top = Number.NEGATIVE_INFINITY;
    for (let i = at; i < at + CLASSES; i++) top = Math.max(top, scores[i]!);
    let sum = 0;
    for (let i = at; i < at + CLASSES; i++) sum += Math.exp(scores[i]! - top);
    const all = top + Math.log(sum);
    for (let i = at; i < at + CLASSES; i++) scores[i]! -= all;
  }
  return scores;
}
