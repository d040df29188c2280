/** The first four bytes of a packed model. */
export const modelMagic = 'EYE1';

/**
 * Parses a packed model: magic, length of the header (uint32, little endian), header (JSON), numbers. An int8 model
 * first contains all biases, alphas and amplitudes as float16 (all low bytes, then all high bytes, which compresses
 * better), then all filters as int8. A filter value is `amplitude / 127 * int8`, with one amplitude per channel. A
 * float32 model contains filter, bias and alpha of each operation in turn.
 * @throws RangeError if the bytes are no such model or are truncated.
 */
export function readModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== modelMagic) throw new RangeError('Not a packed model.');
  const start = 8 + view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start))) as ModelHeader;
  const shapes = weightShapes(header);
  const data = bytes.subarray(start);
  return {
    header,
    weights: header.precision === 'int8' ? fromInt8(shapes, data) : fromFloat32(shapes, data),
  };
}

function fromInt8(shapes: (WeightShape | undefined)[], data: Uint8Array): (Weights | undefined)[] {
  const present = shapes.filter((shape) => shape !== undefined);
  const halves = present.reduce((sum, shape) => sum + 2 * shape.channels + shape.alphas, 0);
  const values = present.reduce((sum, shape) => sum + shape.channels * shape.perChannel, 0);
  if (data.length !== 2 * halves + values) throw new RangeError('The packed model is damaged.');
  let half = 0;
  const take = (count: number) => {
    const from = half;
    half += count;
    return Float32Array.from({ length: count }, (_, i) =>
      float16(data[from + i]! | (data[halves + from + i]! << 8)),
    );
  };
  let at = 2 * halves;
  return shapes.map((shape) => {
    if (!shape) return undefined;
    const [bias, alpha, amplitude] = [take(shape.channels), take(shape.alphas), take(shape.channels)];
    const count = shape.channels * shape.perChannel;
    const filter = scaled(new Int8Array(data.buffer, data.byteOffset + at, count), amplitude, shape);
    at += count;
    return { filter, bias, alpha };
  });
}

function scaled(values: Int8Array, amplitude: Float32Array, shape: WeightShape): Float32Array {
  const filter = new Float32Array(values.length);
  const { channels, perChannel } = shape;
  for (let channel = 0; channel < channels; channel++) {
    const scale = amplitude[channel]! / 127;
    const step = shape.interleaved ? channels : 1;
    let at = shape.interleaved ? channel : channel * perChannel;
    for (let i = 0; i < perChannel; i++, at += step) filter[at] = values[at]! * scale;
  }
  return filter;
}

function fromFloat32(shapes: (WeightShape | undefined)[], data: Uint8Array): (Weights | undefined)[] {
  const numbers = new Float32Array(data.slice().buffer);
  let at = 0;
  const take = (count: number) => {
    at += count;
    return numbers.slice(at - count, at);
  };
  return shapes.map((shape) => {
    if (!shape) return undefined;
    const filter = take(shape.channels * shape.perChannel);
    return { filter, bias: take(shape.channels), alpha: take(shape.alphas) };
  });
}

/**
 * The header of a packed model: the operations in execution order. Tensor 0 is the input; every tensor is height x
 * width x channels, channels last. `h`, `w`, `c` are those of the result.
 */
export interface ModelHeader {
  precision: 'int8' | 'float32';
  input: { h: number; w: number; c: number };
  outputs: number[];
  ops: ModelOp[];
}

export type ModelOp = ConvOp | DepthwiseOp | AddOp | PoolOp | ExtendOp;

/** The treatment of negative values: unchanged, set to zero, or multiplied by a factor per channel. */
export type Activation = 'linear' | 'relu' | 'prelu';

/** A square filter over all channels. `top` and `left`: rows and columns of zeros before the picture. */
export interface ConvOp extends Shape, Window {
  op: 'conv';
  activation: Activation;
}

/** A square filter per channel. */
export interface DepthwiseOp extends Shape, Window {
  op: 'depthwise';
}

/** `from` + `also`. `also` may have fewer channels; the missing ones are zero. */
export interface AddOp extends Shape {
  op: 'add';
  also: number;
  activation: Activation;
}

export interface PoolOp extends Shape {
  op: 'maxPool' | 'averagePool';
  size: number;
  stride: number;
}

/** Adds rows and columns of zeros after the picture. */
export interface ExtendOp extends Shape {
  op: 'extend';
}

interface Shape {
  from: number;
  to: number;
  h: number;
  w: number;
  c: number;
}

interface Window {
  size: number;
  stride: number;
  top: number;
  left: number;
}

/** The number of weights of an operation; `undefined` for an operation without weights. */
export interface WeightShape {
  /** Channels of the result: the number of biases, and of scales of an int8 filter. */
  channels: number;
  /** Filter values per channel. */
  perChannel: number;
  /** Whether the values of a channel are `channels` apart (depthwise) or contiguous (conv). */
  interleaved: boolean;
  alphas: number;
}

/** The shape of each operation's weights, in file order. */
export function weightShapes(header: ModelHeader): (WeightShape | undefined)[] {
  const channels = new Map([[0, header.input.c]]);
  return header.ops.map((op) => {
    channels.set(op.to, op.c);
    return shapeOf(op, channels.get(op.from)!);
  });
}

function shapeOf(op: ModelOp, inputs: number): WeightShape | undefined {
  if (op.op === 'conv') {
    const alphas = op.activation === 'prelu' ? op.c : 0;
    return { channels: op.c, perChannel: op.size ** 2 * inputs, interleaved: false, alphas };
  }
  if (op.op === 'depthwise')
    return { channels: op.c, perChannel: op.size ** 2, interleaved: true, alphas: 0 };
  if (op.op === 'add' && op.activation === 'prelu')
    return { channels: 0, perChannel: 0, interleaved: false, alphas: op.c };
  return undefined;
}

/** Decodes 16 bits of IEEE 754 binary16. Infinities and NaN do not occur in weights. */
export function float16(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction;
  return bits & 0x8000 ? -size : size;
}

/** The weights of a `conv` (c x size x size x input channels) or a `depthwise` (size x size x c). */
export interface Weights {
  filter: Float32Array;
  bias: Float32Array;
  /** Per channel, with `activation: 'prelu'`; empty otherwise. */
  alpha: Float32Array;
}

/** A network as plain numbers: `weights[i]` belongs to `header.ops[i]`, if that operation has weights. */
export interface Model {
  header: ModelHeader;
  weights: (Weights | undefined)[];
}
