import type { HeadShape } from './people.ts';
import type { Part } from './solid.ts';

/** Positions of the eyeballs (mirrored), their radius and the radius of the lids over them, in cm. */
export const eyeball = { x: 3.2, y: 0, z: 6.35, radius: 1.5, lid: 1.62 } as const;

/** The opening of the shirt: an ellipsoid within which the body shows skin. */
export const neckline = { y: -14.2, z: 1, radii: [7.6, 5.6, 9] } as const;

/**
 * The parts of a head in cm: x to the person's left, y up, z towards the camera. The eyes are at height 0, the chin at
 * -11, the crown at 12.
 */
export function headParts({
  jaw,
  chin,
  nose,
  bridge,
  cheeks,
  lips,
  brow,
  neck,
  shoulders,
}: HeadShape): Part[] {
  return [
    { at: [0, 3, -1], radii: [7.3, 8.6, 9.2], soft: 1 },
    { at: [0, -1.6, 2.4], radii: [6.4, 7.6, 6.2], soft: 2.5 },
    { from: [0, -7, -2.4], to: [0, -19, -3.6], radius: [4.3 * neck, 4.8 * neck], soft: 1.6 },
    { at: [0, -28.2, -4.6], radii: [15 * shoulders, 10, 7.2], soft: 3 },
    { at: [12.6 * shoulders, -28.4, -5], radii: [7.4, 8.6, 6.4], soft: 5 },
    { from: [0, -17.2, -4.6], to: [10.5 * shoulders, -22.2, -5.4], radius: [3.2, 3], soft: 4.5 },
    { at: [2.7 * jaw, -6.2, 1.6], radii: [3.7 * jaw, 3.9, 4.6], soft: 2 },
    { at: [0, -7.3, 4.6], radii: [3.9 * jaw, 3.5, 4], soft: 2.2 },
    { at: [0, -9.6, 6.2], radii: [2.2 * chin, 1.5, 1.75], soft: 2.4 },
    { at: [4.1, -3.1, 5], radii: [2.4 * cheeks, 2.2, 2.1 * cheeks], soft: 2.6 },
    { at: [2.7, 2, 6.5], radii: [2.9, 1, 1.3 * brow], soft: 2.4 },
    { at: [3.2, -0.1, 8.8], radii: [2.1, 1.25, 1.3], soft: 1.7, cut: true },
    { at: [eyeball.x, eyeball.y, eyeball.z], radii: [eyeball.lid, eyeball.lid, eyeball.lid], soft: 0.7 },
    { at: [0, -6.9, 6.5], radii: [3.1, 2.5, 2.2], soft: 2 },
    { from: [0, 1.6, 7.1], to: [0, -2.9, 8.7 * bridge ** 0.3], radius: [0.55 * nose, 0.8 * nose], soft: 2 },
    { at: [0, -3.5, 9.3 * bridge ** 0.2], radii: [1.05 * nose, 0.92, 0.95], soft: 1.4 },
    { at: [1.12 * nose, -3.95, 8.5], radii: [0.62, 0.6, 0.85], soft: 0.9 },
    { at: [0.55 * nose, -4.8, 9.1], radii: [0.32, 0.24, 0.46], soft: 0.35, cut: true },
    { at: [0.62, -6.75, 8.2], radii: [1.5, 0.42 * lips, 0.6], soft: 0.7 },
    { at: [0, -7.6, 8.05], radii: [1.75, 0.56 * lips, 0.78], soft: 0.7 },
    { at: [0, -7.16, 9.3], radii: [2.2, 0.06, 0.34], soft: 0.3, cut: true },
    { at: [0, -8.65, 8.95], radii: [1.5, 0.4, 0.55], soft: 1, cut: true },
    { at: [0, -5.5, 9.15], radii: [0.32, 0.7, 0.35], soft: 0.7, cut: true },
    { from: [7.15, 0.4, -0.6], to: [6.9, -2.9, -0.1], radius: [1.5, 0.9], soft: 0.5 },
    { at: [8.5, -0.5, 0.5], radii: [0.8, 1.35, 0.8], soft: 0.6, cut: true },
  ];
}
