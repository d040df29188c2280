import type { Part, Triple } from './solid.ts';

export type HairStyle = 'bun' | 'coils' | 'bob';

/** A hairstyle: its parts, the displacement of its surface, and the course of its strands. */
export interface Hair {
  parts: Part[];
  /** Depth of the locks in cm. */
  locks: number;
  /** The direction of the point where the strands begin, from the middle of the head: crown or parting. */
  pole: Triple;
  /** Fineness of the round coils that replace strands. */
  coils?: number;
}

/** @param style each with the parts in cm, in the coordinates of `headParts`. */
export function hairOf(style: HairStyle): Hair {
  return styles[style];
}

const nape: Part = { at: [0, -11.2, 2], radii: [13, 9, 14], soft: 1.2, cut: true };
const ears: Part = { at: [8.6, -3, 0.4], radii: [3, 3.8, 2.8], soft: 0.6, cut: true };

const styles: Record<HairStyle, Hair> = {
  bun: {
    parts: [
      { at: [0, 3.3, -1.5], radii: [7.9, 9.2, 9.8], soft: 1 },
      { at: [0, 9.2, 1], radii: [5.6, 3.1, 5.4], soft: 3 },
      { at: [0, -0.6, 10.2], radii: [6.4, 8, 8.8], soft: 1.3, cut: true },
      { at: [3.1, 0.7, 9.6], radii: [3.4, 5.8, 8.6], soft: 1.3, cut: true },
      nape,
      { at: [8.6, -2.4, 0.8], radii: [3, 4.2, 3.2], soft: 0.8, cut: true },
      { at: [0, 13.2, -3.4], radii: [3.9, 3.3, 3.7], soft: 0.6 },
    ],
    locks: 0.2,
    pole: [0, 0.9, -0.36],
  },
  coils: {
    parts: [
      { at: [0, 4.1, -1.4], radii: [7.8, 9.4, 9.8], soft: 1 },
      { at: [0, -0.6, 10.4], radii: [6.7, 8.2, 8.6], soft: 0.5, cut: true },
      { at: [3.2, 1.6, 9.4], radii: [3.5, 5.5, 8.4], soft: 0.5, cut: true },
      nape,
      ears,
    ],
    locks: 0.22,
    pole: [0, 1, -0.1],
    coils: 1,
  },
  bob: {
    parts: [
      { at: [0, 3.5, -1.7], radii: [8.4, 9.8, 10], soft: 1 },
      { from: [4.6, 1, -2.6], to: [5.2, -5, -2.4], radius: [4, 3.2], soft: 3 },
      { at: [0, -3, 9.6], radii: [6.6, 9.5, 9.2], soft: 1, cut: true },
      { at: [0, -12, 3], radii: [6.4, 8, 7], soft: 1.2, cut: true },
      { from: [2.8, 9.3, 4.8], to: [-2.6, 7.7, 6.9], radius: [1.8, 1.7], soft: 2.4, lone: true },
      { from: [-2.6, 7.7, 6.9], to: [-6.4, 3.4, 5.3], radius: [1.7, 1.3], soft: 1.6, lone: true },
      { from: [-6.4, 3.4, 5.3], to: [-7.5, -5.5, 2], radius: [1.3, 1.7], soft: 2, lone: true },
      { from: [3, 9.3, 4.6], to: [6, 6, 5.3], radius: [1.6, 1.3], soft: 2, lone: true },
      { from: [6, 6, 5.3], to: [7.4, -5.5, 2], radius: [1.3, 1.8], soft: 2, lone: true },
    ],
    locks: 0.4,
    pole: [0.28, 0.82, 0.5],
  },
};
