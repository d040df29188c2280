import {
  float16,
  type Model,
  modelMagic,
  type WeightShape,
  type Weights,
  weightShapes,
} from '../net/readModel.ts';

/** Writes a model in the format described at `readModel`. `model.header.precision` selects int8 or float32. */
export function packModel(model: Model): Uint8Array {
  const shapes = weightShapes(model.header);
  const present = model.weights.flatMap((weights, i) => (weights ? [{ weights, shape: shapes[i]! }] : []));
  const data = model.header.precision === 'int8' ? toInt8(present) : toFloat32(present);
  const json = JSON.stringify(model.header);
  const header = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const start = new Uint8Array(8);
  start.set(new TextEncoder().encode(modelMagic));
  new DataView(start.buffer).setUint32(4, header.length, true);
  return concat([start, header, ...data]);
}

interface Part {
  weights: Weights;
  shape: WeightShape;
}

function toInt8(parts: Part[]): Uint8Array[] {
  const halves: number[] = [];
  const filters: Uint8Array[] = [];
  for (const { weights, shape } of parts) {
    const amplitudes = channelsOf(weights.filter, shape).map((channel) => amplitude(channel));
    halves.push(...[...weights.bias, ...weights.alpha, ...amplitudes].map(toFloat16));
    filters.push(quantised(weights.filter, amplitudes, shape));
  }
  const low = Uint8Array.from(halves, (half) => half & 255);
  const high = Uint8Array.from(halves, (half) => half >> 8);
  return [low, high, ...filters];
}

function channelsOf(
  filter: Float32Array,
  { channels, perChannel, interleaved }: WeightShape,
): Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const values = new Float32Array(perChannel);
    for (let i = 0; i < perChannel; i++)
      values[i] = filter[interleaved ? i * channels + channel : channel * perChannel + i]!;
    return values;
  });
}

/** The largest absolute value, rounded as `readModel` will read it, so that the rounding costs no accuracy. */
function amplitude(channel: Float32Array): number {
  let largest = 0;
  for (const value of channel) largest = Math.max(largest, Math.abs(value));
  return float16(toFloat16(largest));
}

function quantised(filter: Float32Array, amplitudes: number[], shape: WeightShape): Uint8Array {
  const values = new Int8Array(filter.length);
  for (let i = 0; i < filter.length; i++) {
    const channel = shape.interleaved ? i % shape.channels : Math.floor(i / shape.perChannel);
    const steps = amplitudes[channel] ? Math.round((filter[i]! / amplitudes[channel]!) * 127) : 0;
    values[i] = Math.max(-127, Math.min(127, steps));
  }
  return new Uint8Array(values.buffer);
}

/** The IEEE 754 binary16 bits of a number, rounded to nearest. Larger numbers become the largest finite one. */
function toFloat16(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const steps = Math.round((size / 2 ** exponent - 1) * 1024);
  return sign | Math.min(0x7bff, ((exponent + 15) << 10) + steps);
}

function toFloat32(parts: Part[]): Uint8Array[] {
  return parts
    .flatMap(({ weights }) => [weights.filter, weights.bias, weights.alpha])
    .map((numbers) => new Uint8Array(numbers.slice().buffer));
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
