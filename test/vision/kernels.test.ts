import { expect, test } from 'vitest';
import { compileKernels } from '../../src/vision/build/compileKernels.ts';
import { readKernels } from '../../src/vision/build/readKernels.ts';
import { Kernels } from '../../src/vision/net/Kernels.ts';
import { Net } from '../../src/vision/net/Net.ts';
import type { Model, ModelOp } from '../../src/vision/net/readModel.ts';

const { kernels: wasm, relaxedKernels: relaxed } = await readKernels();
const open = async (bytes: Uint8Array) =>
  new Kernels((await WebAssembly.instantiate(bytes as BufferSource)).instance);
const kernels = await open(wasm);
/** Null where the engine has no relaxed SIMD. */
const relaxedKernels = WebAssembly.validate(relaxed as BufferSource) ? await open(relaxed) : null;

type Shape = { h: number; w: number; c: number };

test('the compiled kernels are what `npm run build:kernels` makes of the sources', async () => {
  expect(Buffer.compare(wasm, await compileKernels())).toBe(0);
  expect(Buffer.compare(relaxed, await compileKernels({ isRelaxed: true }))).toBe(0);
});

test.each([
  { h: 7, w: 5, c: 3, out: 6, size: 1, stride: 1, border: 0 },
  { h: 8, w: 8, c: 3, out: 10, size: 5, stride: 2, border: 1 },
  { h: 9, w: 7, c: 3, out: 9, size: 4, stride: 1, border: 0 },
  { h: 9, w: 6, c: 12, out: 17, size: 3, stride: 1, border: 1 },
  { h: 3, w: 3, c: 8, out: 1, size: 3, stride: 3, border: 0 },
])('conv $size x $size, stride $stride, $c to $out channels', ({ h, w, c, out, size, stride, border }) => {
  const after = (length: number) =>
    Math.ceil((length + border) / stride) - (border ? 0 : Math.ceil(size / stride) - 1);
  const op = {
    op: 'conv' as const,
    from: 0,
    to: 1,
    h: after(h),
    w: after(w),
    c: out,
    size,
    stride,
    top: border,
    left: border,
  };
  const [filter, bias, alpha] = [random(out * size * size * c), random(out), random(out)];
  const input = random(h * w * c);
  const expected = window(
    op,
    { h, w, c },
    input,
    (output, tap, channel) => filter[(output * size * size + tap) * c + channel]!,
  );
  const activated = expected.map((value, i) => activation(value + bias[i % out]!, alpha[i % out]!));
  near(run({ h, w, c }, [{ ...op, activation: 'prelu' }], [{ filter, bias, alpha }], input), activated);
});

test.each([
  { h: 8, w: 7, c: 6, stride: 1 },
  { h: 9, w: 10, c: 16, stride: 2 },
])('depthwise over $c channels, stride $stride', ({ h, w, c, stride }) => {
  const op = {
    op: 'depthwise' as const,
    from: 0,
    to: 1,
    h: Math.ceil(h / stride),
    w: Math.ceil(w / stride),
    c,
    size: 3,
    stride,
    top: 1,
    left: 1,
  };
  const [filter, bias, input] = [random(9 * c), random(c), random(h * w * c)];
  const expected = window(op, { h, w, c }, input, (output, tap, channel) =>
    output === channel ? filter[tap * c + channel]! : 0,
  );
  const biased = expected.map((value, i) => value + bias[i % c]!);
  near(run({ h, w, c }, [op], [{ filter, bias, alpha: new Float32Array() }], input), biased);
});

test('pools, extends and adds tensors with fewer channels', () => {
  const shape = { h: 6, w: 6, c: 4 };
  const input = random(144);
  const at = (y: number, x: number, k: number) => input[(y * 6 + x) * 4 + k]!;
  const cells = [0, 1, 2, 3].flatMap((cell) => [0, 1, 2, 3].map((k) => ({ y: cell >> 1, x: cell & 1, k })));
  const nine = ({ y, x, k }: { y: number; x: number; k: number }) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => at(2 * y + Math.floor(n / 3), 2 * x + (n % 3), k));
  const pool = { op: 'maxPool' as const, from: 0, to: 1, h: 2, w: 2, c: 4, size: 3, stride: 2 };
  near(
    run(shape, [pool], [undefined], input),
    cells.map((cell) => Math.max(...nine(cell))),
  );

  const mean = { op: 'averagePool' as const, from: 0, to: 1, h: 3, w: 3, c: 4, size: 2, stride: 2 };
  const bigger = { op: 'extend' as const, from: 1, to: 2, h: 4, w: 4, c: 4 };
  const sum = { op: 'add' as const, from: 2, also: 2, to: 3, h: 4, w: 4, c: 4, activation: 'relu' as const };
  const result = run(shape, [mean, bigger, sum], [undefined, undefined, undefined], input);
  const corner = (at(0, 0, 1) + at(0, 1, 1) + at(1, 0, 1) + at(1, 1, 1)) / 4;
  expect(result[1]).toBeCloseTo(Math.max(0, 2 * corner), 5);
  expect([...result.slice(12, 16)]).toEqual([0, 0, 0, 0]);
});

/** By both kinds of kernels, which differ in rounding alone. */
function run(input: Shape, ops: ModelOp[], weights: Model['weights'], numbers: Float32Array): Float32Array {
  const result = runBy(kernels, input, ops, weights, numbers);
  if (relaxedKernels) near(runBy(relaxedKernels, input, ops, weights, numbers), [...result]);
  return result;
}

function runBy(
  kernels: Kernels,
  input: Shape,
  ops: ModelOp[],
  weights: Model['weights'],
  numbers: Float32Array,
): Float32Array {
  const net = new Net(kernels, {
    header: { precision: 'float32', input, outputs: [ops.at(-1)!.to], ops },
    weights,
  });
  const wide = (input.c + 3) & ~3;
  const memory = kernels.floats(net.input, input.h * input.w * wide).fill(0);
  numbers.forEach((value, i) => {
    memory[Math.floor(i / input.c) * wide + (i % input.c)] = value;
  });
  net.run();
  return net.output(0);
}

/** The definition, four loops deep. */
function window(
  op: { h: number; w: number; c: number; size: number; stride: number; top: number; left: number },
  from: Shape,
  input: Float32Array,
  weight: (output: number, tap: number, channel: number) => number,
): number[] {
  return Array.from({ length: op.h * op.w * op.c }, (_, i) => {
    const [output, x, y] = [i % op.c, Math.floor(i / op.c) % op.w, Math.floor(i / op.c / op.w)];
    let sum = 0;
    for (let tap = 0; tap < op.size ** 2; tap++) {
      const sy = y * op.stride - op.top + Math.floor(tap / op.size);
      const sx = x * op.stride - op.left + (tap % op.size);
      if (sy < 0 || sx < 0 || sy >= from.h || sx >= from.w) continue;
      for (let channel = 0; channel < from.c; channel++) {
        sum += input[(sy * from.w + sx) * from.c + channel]! * weight(output, tap, channel);
      }
    }
    return sum;
  });
}

function activation(value: number, alpha: number): number {
  return value < 0 ? value * alpha : value;
}

let seed = 1;
function random(length: number): Float32Array {
  return Float32Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 1073741824 - 1;
  });
}

function near(actual: Float32Array, expected: number[]): void {
  expect(actual.length).toBe(expected.length);
  const worst = Math.max(...expected.map((value, i) => Math.abs(value - actual[i]!)));
  expect(worst).toBeLessThan(1e-4);
}
