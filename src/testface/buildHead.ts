import { type HeadShape, headParts } from './headParts.ts';
import { type Solid, solidOf } from './solid.ts';
import { surfaceNet } from './surfaceNet.ts';

/** Materials of the test face; 0 is the background. */
export const material = { skin: 1, hair: 2, shirt: 3 } as const;

/** One surface of the head, with the data that do not change between frames. */
export interface HeadPart {
  material: number;
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
  /** Per vertex: how much light from all around reaches it, 0 to 1. */
  openness: Float32Array;
  /** Per vertex: 1 turns with the head, 0 stays with the shoulders. */
  follows: Float32Array;
}

/** Builds the surfaces once; takes about a second. */
export function buildHead(shape: HeadShape): HeadPart[] {
  const parts = headParts(shape);
  const skin = solidOf(parts.skin);
  const hair = solidOf(parts.hair);
  const shirt = solidOf(parts.shirt);
  const upper: Solid = (x, y, z) => Math.min(skin(x, y, z), hair(x, y, z));
  const all: Solid = (x, y, z) => Math.min(upper(x, y, z), shirt(x, y, z));
  const face = surfaceNet(skin, [-9.6, -19, -11.5], [9.6, 12.5, 12], 0.36);
  const cap = surfaceNet(hair, [-11.5, -16.5, -14], [11.5, 14.5, 10], 0.45);
  const body = surfaceNet(shirt, [-23, -40, -15], [23, -12, 6], 0.6);
  const finish = (
    surface: typeof face,
    kind: number,
    follows: (y: number) => number,
    around: Solid,
  ): HeadPart => ({
    material: kind,
    ...surface,
    openness: occlusion(surface, around),
    follows: Float32Array.from({ length: surface.positions.length / 3 }, (_, i) =>
      follows(surface.positions[3 * i + 1]!),
    ),
  });
  return [
    finish(face, material.skin, neck, all),
    finish(cap, material.hair, () => 1, upper),
    finish(body, material.shirt, () => 0, all),
  ];
}

/** The neck gives way between the chin and the collar. */
function neck(y: number): number {
  const t = Math.max(0, Math.min(1, (y + 18) / 7));
  return t * t * (3 - 2 * t);
}

/** How far the solid stays away along the normal, compared with an open plane. */
function occlusion(
  { positions, normals }: { positions: Float32Array; normals: Float32Array },
  solid: Solid,
): Float32Array {
  return Float32Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x, y, z, nx, ny, nz] = [
      ...positions.subarray(3 * i, 3 * i + 3),
      ...normals.subarray(3 * i, 3 * i + 3),
    ] as [number, number, number, number, number, number];
    let blocked = 0;
    for (const [far, weight] of [
      [0.4, 0.5],
      [1, 0.35],
      [2.2, 0.25],
      [4, 0.15],
    ] as const) {
      blocked += (weight * Math.max(0, far - solid(x + nx * far, y + ny * far, z + nz * far))) / far;
    }
    return Math.max(0.15, 1 - blocked);
  });
}
