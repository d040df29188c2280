import type { Hair } from './hairParts.ts';

/** Smooth noise on a circle of 1024 positions: the variation of hair from strand to strand, about -1 to 1. */
const strandTable = tableOf([
  [60, 0.45],
  [170, 0.6],
  [420, 0.6],
]);
/** The same for whole locks. */
const lockTable = tableOf([
  [26, 1],
  [58, 0.6],
]);

function tableOf(octaves: [cells: number, weight: number][]): Float32Array {
  const octave = (i: number, cells: number) => {
    const at = (i / 1024) * cells;
    const cell = Math.floor(at);
    const t = at - cell;
    const value = (n: number) => hash((n % cells) + 7 * cells) - 0.5;
    return value(cell) + (value(cell + 1) - value(cell)) * t * t * (3 - 2 * t);
  };
  return Float32Array.from({ length: 1024 }, (_, i) =>
    octaves.reduce((sum, [cells, weight]) => sum + weight * octave(i, cells), 0),
  );
}

function hash(n: number): number {
  const mixed = Math.imul(n ^ (n >>> 7) ^ 0x5bd1e9, 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) & 1023) / 1023;
}

/** The course of the strands on a head: meridians around their pole, which fall straight below the ears. */
export class Strands {
  readonly #axes: number[];
  /** The direction across the strands at the last position, in head coordinates; not normalised. */
  ax = 0;
  ay = 0;
  az = 0;
  /** 0 at the pole to 1 far from it, at the last position. */
  spread = 0;

  constructor({ pole: [x, y, z] }: Pick<Hair, 'pole'>) {
    const size = Math.hypot(x, y, z);
    const flat = Math.hypot(x, z) || 1;
    const side = [z / flat, 0, -x / flat];
    const [px, py, pz] = [x / size, y / size, z / size];
    this.#axes = [
      ...[px, py, pz],
      ...side,
      ...[py * side[2]! - pz * side[1]!, pz * side[0]! - px * side[2]!, px * side[1]! - py * side[0]!],
    ];
  }

  /** @returns the variation of the strand at a position, about -1 to 1. */
  at(x: number, y: number, z: number): number {
    return read(strandTable, this.#placeOf(x, y, z));
  }

  /** The same for the lock at a position. */
  lock(x: number, y: number, z: number): number {
    return read(lockTable, this.#placeOf(x, y, z));
  }

  #placeOf(x: number, y: number, z: number): number {
    const a = this.#axes;
    const ry = y > 0 ? y - 1 : 2 * Math.expm1(y / 2) - 1;
    const rz = z + 1;
    const u = x * a[3]! + ry * a[4]! + rz * a[5]!;
    const v = x * a[6]! + ry * a[7]! + rz * a[8]!;
    this.ax = a[1]! * rz - a[2]! * ry;
    this.ay = a[2]! * x - a[0]! * rz;
    this.az = a[0]! * ry - a[1]! * x;
    this.spread = Math.min(1, (u * u + v * v) / 16);
    return (Math.atan2(v, u) / (2 * Math.PI) + 1) * 1024;
  }
}

function read(table: Float32Array, position: number): number {
  const cell = position | 0;
  const from = table[cell & 1023]!;
  return from + (table[(cell + 1) & 1023]! - from) * (position - cell);
}

/** Round coils, -1 to 1. */
export function coilsAt(x: number, y: number, z: number): number {
  return (
    Math.sin(4.2 * x + 1.3 * Math.sin(2.9 * y)) *
    Math.sin(4.4 * y + 1.1 * Math.sin(3.1 * z)) *
    Math.sin(4 * z + 1.2 * Math.sin(2.7 * x))
  );
}
