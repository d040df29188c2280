import { CELLS } from './momentGrid.ts';

/** Frequencies across and down. */
const WAVES = 8;

/**
 * The lowest frequencies of a look without the mean: 63 DCT coefficients, normalized to length 1, those of the longest
 * waves first.
 */
export function momentPrint(look: Float32Array): Float32Array {
  const rows = new Float32Array(WAVES * CELLS);
  for (let y = 0; y < CELLS; y++)
    for (let u = 0; u < WAVES; u++)
      for (let x = 0; x < CELLS; x++) rows[WAVES * y + u]! += look[CELLS * y + x]! * wave(u, x);
  const print = new Float32Array(order.length);
  for (const [at, { u, v }] of order.entries())
    for (let y = 0; y < CELLS; y++) print[at]! += rows[WAVES * y + u]! * wave(v, y);
  const length = Math.hypot(...print) || 1;
  return print.map((value) => value / length);
}

/** The print of the mirrored look. */
export function mirroredPrint(print: Float32Array): Float32Array {
  return print.map((value, at) => (order[at]!.u % 2 === 1 ? -value : value));
}

/** The distance of two prints: 0 for equal ones, 2 for opposite ones. */
export function printDistance(one: Float32Array, other: Float32Array): number {
  return Math.hypot(...one.map((value, i) => value - other[i]!));
}

const order = Array.from({ length: WAVES ** 2 }, (_, i) => ({ u: i % WAVES, v: Math.floor(i / WAVES) }))
  .slice(1)
  .sort((one, other) => Math.hypot(one.u, one.v) - Math.hypot(other.u, other.v));

const waves = Float32Array.from({ length: WAVES * CELLS }, (_, i) =>
  Math.cos((Math.PI * Math.floor(i / CELLS) * ((i % CELLS) + 0.5)) / CELLS),
);

function wave(frequency: number, at: number): number {
  return waves[CELLS * frequency + at]!;
}
