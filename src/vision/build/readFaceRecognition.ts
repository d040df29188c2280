import type { Activation, Model, ModelOp, Weights } from '../net/readModel.ts';

/** The used part of a weights manifest (TensorFlow.js). */
export type WeightsManifest = { weights: WeightEntry[] }[];

interface WeightEntry {
  name: string;
  shape: number[];
  dtype: string;
  quantization?: { dtype: string; scale: number; min: number };
}

/**
 * Reads dlib's face recognition ResNet from `@vladmandic/face-api`. Input: 150 x 150 RGB, minus the mean colour and
 * divided by 256. Output: 128 numbers. The scale layers are folded into the preceding filters.
 * Source: http://dlib.net/dnn_face_recognition_ex.cpp.html
 */
export function readFaceRecognition(manifest: WeightsManifest, bytes: Uint8Array): Model {
  const builder = new ResidualBuilder(decode(manifest, bytes));
  let at = builder.conv('conv32_down', 0, { stride: 2, border: 0, activation: 'relu' });
  at = builder.pool('maxPool', at, 3);
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) at = builder.residual(name, at);
  at = builder.residualDown('conv64_down', at);
  for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) at = builder.residual(name, at);
  at = builder.residualDown('conv128_down', at);
  for (const name of ['conv128_1', 'conv128_2']) at = builder.residual(name, at);
  at = builder.residualDown('conv256_down', at);
  for (const name of ['conv256_1', 'conv256_2']) at = builder.residual(name, at);
  at = builder.residualDown('conv256_down_out', at);
  return builder.finish(builder.pool('averagePool', at, 2));
}

class ResidualBuilder {
  readonly #numbers: Map<string, { shape: number[]; values: Float32Array }>;
  readonly #shapes = [{ h: 150, w: 150, c: 3 }];
  readonly #ops: ModelOp[] = [];
  readonly #weights: (Weights | undefined)[] = [];

  constructor(numbers: Map<string, { shape: number[]; values: Float32Array }>) {
    this.#numbers = numbers;
  }

  residual(name: string, input: number): number {
    const first = this.conv(`${name}/conv1`, input, { stride: 1, border: 1, activation: 'relu' });
    const second = this.conv(`${name}/conv2`, first, { stride: 1, border: 1, activation: 'linear' });
    return this.#add(second, input);
  }

  /** Halves the picture. The shortcut is a mean; missing channels are zero. */
  residualDown(name: string, input: number): number {
    const first = this.conv(`${name}/conv1`, input, { stride: 2, border: 0, activation: 'relu' });
    let second = this.conv(`${name}/conv2`, first, { stride: 1, border: 1, activation: 'linear' });
    const pooled = this.pool('averagePool', input, 2);
    const [{ h, w }, { c }] = [this.#shapes[pooled]!, this.#shapes[second]!];
    if (h !== this.#shapes[second]!.h)
      second = this.#push({ op: 'extend', from: second, to: this.#next(), h, w, c });
    return this.#add(second, pooled);
  }

  conv(
    name: string,
    from: number,
    { stride, border, activation }: { stride: number; border: number; activation: Activation },
  ): number {
    const { shape, values } = this.#get(`${name}/conv/filters`);
    const [size, , inputs, c] = shape as [number, number, number, number];
    const [bias, scale, shift] = ['conv/bias', 'scale/weights', 'scale/biases'].map(
      (part) => this.#get(`${name}/${part}`).values,
    ) as [Float32Array, Float32Array, Float32Array];
    const depth = size * size * inputs;
    const filter = new Float32Array(values.length);
    for (let output = 0, to = 0; output < c; output++)
      for (let i = 0; i < depth; i++) filter[to++] = values[i * c + output]! * scale[output]!;
    const folded = bias.map((value, i) => value * scale[i]! + shift[i]!);
    const { h, w } = this.#shapes[from]!;
    const after = (length: number) => Math.floor((length + 2 * border - size) / stride) + 1;
    const op = {
      from,
      to: this.#next(),
      h: after(h),
      w: after(w),
      c,
      size,
      stride,
      top: border,
      left: border,
    };
    return this.#push({ op: 'conv', ...op, activation }, { filter, bias: folded, alpha: new Float32Array() });
  }

  pool(op: 'maxPool' | 'averagePool', from: number, size: number): number {
    const { h, w, c } = this.#shapes[from]!;
    const after = (length: number) => Math.floor((length - size) / 2) + 1;
    return this.#push({ op, from, to: this.#next(), h: after(h), w: after(w), c, size, stride: 2 });
  }

  /** Finishes the model. The last, fully connected layer is a filter of one pixel. */
  finish(from: number): Model {
    const { shape, values } = this.#get('fc');
    const [inputs, c] = shape as [number, number];
    const filter = values.map((_, i) => values[(i % inputs) * c + Math.floor(i / inputs)]!);
    const op = { from, to: this.#next(), h: 1, w: 1, c, size: 1, stride: 1, top: 0, left: 0 };
    const weights = { filter, bias: new Float32Array(c), alpha: new Float32Array() };
    const output = this.#push({ op: 'conv', ...op, activation: 'linear' }, weights);
    const header = {
      precision: 'float32' as const,
      input: this.#shapes[0]!,
      outputs: [output],
      ops: this.#ops,
    };
    return { header, weights: this.#weights };
  }

  #add(a: number, b: number): number {
    const [from, also] = this.#shapes[a]!.c < this.#shapes[b]!.c ? [b, a] : [a, b];
    return this.#push({
      op: 'add',
      from,
      also,
      to: this.#next(),
      ...this.#shapes[from]!,
      activation: 'relu',
    });
  }

  #push(op: ModelOp, weights?: Weights): number {
    this.#ops.push(op);
    this.#weights.push(weights);
    this.#shapes[op.to] = { h: op.h, w: op.w, c: op.c };
    return op.to;
  }

  #next(): number {
    return this.#shapes.length;
  }

  #get(name: string): { shape: number[]; values: Float32Array } {
    const values = this.#numbers.get(name);
    if (!values) throw new Error(`The face recognition weights lack ${name}.`);
    return values;
  }
}

function decode(
  manifest: WeightsManifest,
  bytes: Uint8Array,
): Map<string, { shape: number[]; values: Float32Array }> {
  const numbers = new Map<string, { shape: number[]; values: Float32Array }>();
  let at = 0;
  for (const { name, shape, quantization } of manifest.flatMap((group) => group.weights)) {
    const count = shape.reduce((product, size) => product * size, 1);
    const part = bytes.slice(at, at + count * (quantization ? 1 : 4));
    const values = quantization
      ? new Float32Array(part).map((value) => value * quantization.scale + quantization.min)
      : new Float32Array(part.buffer);
    numbers.set(name, { shape, values });
    at += part.length;
  }
  return numbers;
}
