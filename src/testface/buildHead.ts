import { hairOf } from './hairParts.ts';
import { headParts } from './headParts.ts';
import type { Person } from './people.ts';
import { coilsAt, Strands } from './Strands.ts';
import { type Solid, solidOf } from './solid.ts';
import { surfaceNet } from './surfaceNet.ts';

/** Materials of the test face; 0 is the background. `shade` draws the shirt on the shoulders. */
export const material = { skin: 1, hair: 2, shirt: 3 } as const;

/** One surface of the head, with the data that do not change between frames. */
export interface HeadPart {
  material: number;
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
  /** Per vertex: the share of ambient light that reaches it, 0 to 1. */
  openness: Float32Array;
  /** Per vertex: 1 rotates with the head, 0 stays with the shoulders. */
  follows: Float32Array;
}

/** Builds the surfaces once; takes about a second. */
export function buildHead({ head, style }: Person): HeadPart[] {
  const skin = solidOf(headParts(head));
  const hair = solidOf(hairOf(style).parts);
  const all: Solid = (x, y, z) => Math.min(skin(x, y, z), hair(x, y, z));
  const face = surfaceNet(skin, [-9.6, -15, -11.5], [9.6, 12.5, 12], 0.36);
  const cap = surfaceNet(locks(hair, style), [-12, -19.5, -14], [12, 17.6, 11], 0.45);
  const body = surfaceNet(skin, [-23, -40, -15], [23, -13.6, 7], 0.8);
  const finish = (surface: typeof face, kind: number, follows: (y: number) => number): HeadPart => ({
    material: kind,
    ...surface,
    openness: occlusion(surface, all),
    follows: Float32Array.from({ length: surface.positions.length / 3 }, (_, i) =>
      follows(surface.positions[3 * i + 1]!),
    ),
  });
  return [
    finish(face, material.skin, neck),
    finish(cap, material.hair, () => 1),
    finish(body, material.skin, neck),
  ];
}

/** Displaces hair by the shape of its locks. */
function locks(hair: Solid, style: Person['style']): Solid {
  const { locks: depth, coils, pole } = hairOf(style);
  const strands = new Strands({ pole });
  return (x, y, z) => {
    const rough = hair(x, y, z);
    if (Math.abs(rough) > 1) return rough;
    if (coils) return rough - depth * coilsAt(coils * x, coils * y, coils * z);
    return rough - depth * strands.lock(x, y, z) * strands.spread;
  };
}

/** The share of the head's rotation that the neck follows between chin and collar. */
function neck(y: number): number {
  const t = Math.max(0, Math.min(1, (y + 18) / 7));
  return t * t * (3 - 2 * t);
}

/** Distances along the normal, and towards the light, at which `occlusion` samples, in cm. */
const probes = [
  { far: 0.5, weight: 0.5 },
  { far: 1.6, weight: 0.3 },
  { far: 4, weight: 0.2 },
];
const shadowProbes = [1.8, 4.5];

/** The ambient occlusion: the free space along the normal, compared with an open plane, and towards a light above. */
function occlusion(
  { positions, normals }: { positions: Float32Array; normals: Float32Array },
  solid: Solid,
): Float32Array {
  return Float32Array.from({ length: positions.length / 3 }, (_, i) => {
    const nz = normals[3 * i + 2]!;
    if (nz < -0.6) return 1; // The back is never seen.
    const nx = normals[3 * i]!;
    const ny = normals[3 * i + 1]!;
    const x = positions[3 * i]!;
    const y = positions[3 * i + 1]!;
    const z = positions[3 * i + 2]!;
    let blocked = 0;
    for (const { far, weight } of probes)
      blocked += (weight * Math.max(0, far - solid(x + nx * far, y + ny * far, z + nz * far))) / far;
    let shadow = 0;
    for (const far of shadowProbes) {
      const toLight = solid(x + 0.3 * nx - 0.2 * far, y + 0.3 * ny + 0.68 * far, z + 0.3 * nz + 0.7 * far);
      shadow = Math.max(shadow, 0.5 - toLight / (0.5 * far));
    }
    return Math.max(0.12, (1 - blocked) * (1 - 0.55 * Math.min(1, Math.max(0, shadow))));
  });
}
