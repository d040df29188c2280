import {
  type Activation,
  float16,
  type Model,
  type ModelHeader,
  type ModelOp,
  type Weights,
} from '../net/readModel.ts';

/**
 * Reads a TensorFlow Lite model of the two kinds used here (float16 weights, one picture as input). Activations are
 * folded into the preceding operation, channel padding into the following addition, and operations that only rearrange
 * an output (reshape, concatenation) are omitted: `outputs` names their inputs, in order. Source: the schema,
 * https://github.com/tensorflow/tensorflow/blob/master/tensorflow/lite/schema/schema.fbs
 * @throws an Error that names an unknown operation.
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

  /** The model, with tensors renumbered in the order of their computation; the input is 0. */
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

  /**
   * Folds an activation: the operation that produced `from` produces `to` instead. No other operation reads `from` in
   * these models.
   */
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
    const isSame = options.int8(0) === 0;
    const margin = (input: number, output: number) =>
      isSame ? Math.floor(Math.max(0, (output - 1) * stride + size - input) / 2) : 0;
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

/**
 * A table of a FlatBuffer, read in place: only the features that the TensorFlow Lite schema needs.
 * Source: FlatBuffers internals, https://flatbuffers.dev/internals/
 */
class FlatTable {
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

/** Converts little endian IEEE 754 binary16 numbers to float32. */
function halvesToFloats(bytes: Uint8Array): Float32Array {
  const values = new Float32Array(bytes.length / 2);
  for (let i = 0; i < values.length; i++) values[i] = float16(bytes[2 * i]! | (bytes[2 * i + 1]! << 8));
  return values;
}
