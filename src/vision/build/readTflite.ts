import type { Model, Weights } from '../net/Model.ts';
import type { Activation, ModelHeader, ModelOp } from '../net/ModelHeader.ts';
import { FlatTable } from './FlatTable.ts';
import { halvesToFloats } from './halvesToFloats.ts';

/**
 * Reads a TensorFlow Lite model of the two kinds used here (float16 weights, one picture in). Activations are
 * folded into the operation before them, channel padding into the addition after it, and what only
 * rearranges an output (reshape, concatenation) is left out: `outputs` name what goes into it, in order.
 * Source: the schema, https://github.com/tensorflow/tensorflow/blob/master/tensorflow/lite/schema/schema.fbs
 * @throws an Error that names an operation which isn't known.
 */
export function readTflite(bytes: Uint8Array): Model {
  const root = FlatTable.root(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const reader = new GraphReader(root);
  const graph = root.tables(2)[0]!;
  const codes = root.tables(1).map((code) => Math.max(code.int8(0), code.int32(3)));
  for (const step of graph.tables(3)) reader.read(codes[step.uint32(0)]!, step);
  return reader.model(graph.ints(1)[0]!, graph.ints(2));
}

/** Numbers of the schema's BuiltinOperator. */
const operators = {
  add: 0,
  concatenation: 2,
  conv: 3,
  depthwise: 4,
  dequantize: 6,
  maxPool: 17,
  relu: 19,
  reshape: 22,
  pad: 34,
  prelu: 54,
};

class GraphReader {
  readonly #tensors: FlatTable[];
  readonly #buffers: FlatTable[];
  readonly #constants = new Map<number, Float32Array>();
  readonly #sources = new Map<number, number[]>();
  readonly #ops: ModelOp[] = [];
  readonly #weights: (Weights | undefined)[] = [];

  constructor(root: FlatTable) {
    this.#tensors = root.tables(2)[0]!.tables(0);
    this.#buffers = root.tables(4);
  }

  read(code: number, step: FlatTable): void {
    const [inputs, to] = [step.ints(1), step.ints(2)[0]!];
    const from = inputs[0]!;
    const options = step.table(4);
    if (code === operators.dequantize) this.#constants.set(to, this.#halves(from));
    else if (code === operators.reshape || code === operators.pad) this.#sources.set(to, [from]);
    else if (code === operators.concatenation) this.#sources.set(to, inputs);
    else if (code === operators.relu) this.#fold(from, to, 'relu');
    else if (code === operators.prelu) this.#fold(from, to, 'prelu', this.#constants.get(inputs[1]!)!);
    else if (code === operators.add) this.#add(inputs, to);
    else if (code === operators.maxPool) this.#pool(from, to, options!);
    else if (code === operators.conv || code === operators.depthwise)
      this.#window(code, inputs, to, options!);
    else throw new Error(`Operation ${code} of the model is not known.`);
  }

  /** Tensors renumbered in the order in which they come about, the input being 0. */
  model(input: number, outputs: number[]): Model {
    const numbers = new Map([[input, 0]]);
    for (const op of this.#ops) numbers.set(op.to, numbers.size);
    const ops = this.#ops.map((op) => {
      const moved = { ...op, from: numbers.get(op.from)!, to: numbers.get(op.to)! };
      return moved.op === 'add' ? { ...moved, also: numbers.get(moved.also)! } : moved;
    });
    const header: ModelHeader = {
      precision: 'float32',
      input: this.#shape(input),
      outputs: outputs.flatMap((output) => this.#origins(output)).map((output) => numbers.get(output)!),
      ops,
    };
    return { header, weights: this.#weights };
  }

  #halves(tensor: number): Float32Array {
    return halvesToFloats(this.#buffers[this.#tensors[tensor]!.uint32(2)]!.bytes(0));
  }

  #shape(tensor: number): { h: number; w: number; c: number } {
    const [, h = 1, w = 1, c = 1] = this.#tensors[tensor]!.ints(0);
    return { h, w, c };
  }

  #origins(tensor: number): number[] {
    return this.#sources.get(tensor)?.flatMap((source) => this.#origins(source)) ?? [tensor];
  }

  /** An activation: the operation that made `from` makes `to` instead. In these models nobody else reads `from`. */
  #fold(from: number, to: number, activation: Activation, alpha: Float32Array = new Float32Array()): void {
    const index = this.#ops.findIndex((op) => op.to === from);
    const op = this.#ops[index];
    if (op?.op !== 'conv' && op?.op !== 'add') throw new Error('An activation follows something unexpected.');
    this.#ops[index] = { ...op, to, activation };
    const empty = { filter: new Float32Array(), bias: new Float32Array() };
    if (alpha.length > 0) this.#weights[index] = { ...(this.#weights[index] ?? empty), alpha };
  }

  #add(inputs: number[], to: number): void {
    const [a, b] = inputs.map((input) => this.#origins(input)[0]!) as [number, number];
    const [from, also] = this.#shape(a).c < this.#shape(b).c ? [b, a] : [a, b];
    this.#push({ op: 'add', from, also, to, ...this.#shape(to), activation: 'linear' });
  }

  #pool(from: number, to: number, options: FlatTable): void {
    this.#push({
      op: 'maxPool',
      from,
      to,
      ...this.#shape(to),
      size: options.int32(3),
      stride: options.int32(1),
    });
  }

  #window(code: number, inputs: number[], to: number, options: FlatTable): void {
    const [from, kernel, bias] = inputs as [number, number, number];
    const size = this.#shape(kernel).h;
    const stride = options.int32(1);
    const [before, after] = [this.#shape(from), this.#shape(to)];
    const same = options.int8(0) === 0;
    const margin = (input: number, output: number) =>
      same ? Math.floor(Math.max(0, (output - 1) * stride + size - input) / 2) : 0;
    const window = {
      from,
      to,
      ...after,
      size,
      stride,
      top: margin(before.h, after.h),
      left: margin(before.w, after.w),
    };
    const weights = {
      filter: this.#constants.get(kernel)!,
      bias: this.#constants.get(bias)!,
      alpha: new Float32Array(),
    };
    if (code === operators.conv) this.#push({ op: 'conv', ...window, activation: 'linear' }, weights);
    else this.#push({ op: 'depthwise', ...window }, weights);
  }

  #push(op: ModelOp, weights?: Weights): void {
    this.#ops.push(op);
    this.#weights.push(weights);
  }
}
