import type { Part } from './solid.ts';

/** What makes one head differ from another; 1 is the first complexion's. */
export interface HeadShape {
  /** Stretches the whole head across and upright. */
  width: number;
  height: number;
  jaw: number;
  nose: number;
  cheeks: number;
  lips: number;
  brow: number;
  /** Thickness of the painted brows. */
  brows: number;
  /** Strength of the painted beard, 0 to 1. */
  beard: number;
  /** Whether the hair falls to the shoulders. */
  long: boolean;
}

/** Where the eyeballs are (mirrored), their radius and the radius of the lids over them, in cm. */
export const eyeball = { x: 3.2, y: 0, z: 6.6, radius: 1.28, lid: 1.42 } as const;

/**
 * The parts of a head in cm: x to the person's left, y up, z towards the camera; the eyes are at height 0,
 * the chin at -11, the crown at 12.
 */
export function headParts({
  jaw,
  nose,
  cheeks,
  lips,
  brow,
  long,
}: HeadShape): Record<'skin' | 'hair' | 'shirt', Part[]> {
  return {
    skin: [
      { at: [0, 3, -1], radii: [7.4, 8.7, 9.3], soft: 1 },
      { at: [0, -1.6, 2.4], radii: [6.4, 7.6, 6.2], soft: 2.5 },
      { from: [0, -7, -2], to: [0, -20, -4], radius: [4.7, 5.5], soft: 1.5 },
      { at: [2.7 * jaw, -6.2, 1.6], radii: [3.7 * jaw, 3.9, 4.6], soft: 2 },
      { at: [0, -7.3, 4.6], radii: [3.9 * jaw, 3.5, 4], soft: 2.2 },
      { at: [0, -9.7, 6.3], radii: [2.1 * jaw, 1.5, 1.75], soft: 2.2 },
      { at: [4.2, -3, 4.9], radii: [2.3 * cheeks, 2.1, 2.1], soft: 2.4 },
      { at: [2.7, 1.8, 6.6], radii: [2.9, 1, 1.35 * brow], soft: 2.2 },
      { at: [3.2, -0.15, 8.7], radii: [2, 1.15, 1.35], soft: 1.6, cut: true },
      { at: [eyeball.x, eyeball.y, eyeball.z], radii: [eyeball.lid, eyeball.lid, eyeball.lid], soft: 0.6 },
      { at: [0, -6.9, 6.5], radii: [3.1, 2.5, 2.2], soft: 2 },
      { from: [0, 1.8, 7.2], to: [0, -3, 9.1], radius: [0.62 * nose, 0.85 * nose], soft: 1.7 },
      { at: [0, -3.6, 9.5], radii: [1.05 * nose, 0.95, 1], soft: 1.1 },
      { at: [1.15 * nose, -4, 8.5], radii: [0.66, 0.66, 0.9], soft: 0.7 },
      { at: [0.55 * nose, -4.85, 9.2], radii: [0.34, 0.28, 0.5], soft: 0.3, cut: true },
      { at: [0.7, -6.85, 8.15], radii: [1.75, 0.5 * lips, 0.75], soft: 0.5 },
      { at: [0, -7.68, 8], radii: [2, 0.6 * lips, 0.85], soft: 0.5 },
      { at: [0, -7.24, 9.25], radii: [2.6, 0.08, 0.45], soft: 0.3, cut: true },
      { at: [0, -8.8, 8.9], radii: [1.5, 0.42, 0.6], soft: 0.9, cut: true },
      { at: [0, -5.55, 9.15], radii: [0.32, 0.7, 0.4], soft: 0.6, cut: true },
      { at: [7.45, -1.1, -0.7], radii: [0.75, 3, 1.75], soft: 0.7 },
      { at: [8.1, -0.9, -0.1], radii: [0.55, 1.9, 0.95], soft: 0.5, cut: true },
    ],
    hair: [
      { at: [0, 3.3, -1.5], radii: [8.15, 9.5, 9.9], soft: 1 },
      { at: [0, 8.7, 3.6], radii: [6, 3.6, 5], soft: 3.5 },
      { at: [0, -1.9, 9.5], radii: [6.5, 8, 9.4], soft: 0.7, cut: true },
      { at: [0, -11.2, 2], radii: [13, 9, 14], soft: 1.2, cut: true },
      ...(long ? curtains : ears),
    ],
    shirt: [
      { at: [0, -29.5, -5], radii: [16, 9.5, 8], soft: 1 },
      { at: [13, -30, -5], radii: [8, 8.6, 7], soft: 5 },
      { from: [0, -18, -3.8], to: [0, -24, -5], radius: [6.3, 8.5], soft: 4 },
      { at: [0, -15.6, -3.2], radii: [6.6, 1.25, 7], soft: 0.7 },
    ],
  };
}

/** Short hair leaves the ears free. */
const ears: Part[] = [{ at: [8.6, -3.4, -0.4], radii: [3, 3.8, 2.4], soft: 0.6, cut: true }];

/** Long hair at both sides of the face and over the ears. */
const curtains: Part[] = [
  { from: [6.3, 6, -1.2], to: [7.9, -12.5, -2.6], radius: [2.4, 2.6], soft: 3 },
  { from: [0, 2, -7], to: [0, -13, -6.5], radius: [6, 6.2], soft: 2 },
];
