import { float16 } from './float16.ts';
import type { Model, Weights } from './Model.ts';
import type { ModelHeader } from './ModelHeader.ts';
import { type WeightShape, weightShapes } from './weightShapes.ts';

/** The first four bytes of a packed model. */
export const modelMagic = 'EYE1';

/**
 * Reads a packed model: magic, length of the header (uint32, little endian), header (JSON), numbers.
 * An int8 model holds first all biases, alphas and amplitudes as float16 (all low bytes, then all high bytes,
 * which compresses better), then all filters as int8; a filter value is `amplitude / 127 * int8`, with one
 * amplitude per channel. A float32 model holds filter, bias and alpha of each operation in turn.
 * @throws RangeError when the bytes are no such model or end early.
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
