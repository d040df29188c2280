/** A body with soft transitions, as a signed distance function: negative inside, in cm. */
export type Solid = (x: number, y: number, z: number) => number;

/**
 * One part: an ellipsoid or a round cone, mirrored left and right unless it is `lone`. It is joined with the previous
 * parts (or cut out of them) with a transition of the width `soft`. Lengths in cm.
 */
export type Part =
  | { at: Triple; radii: Triple; soft: number; cut?: true; lone?: true }
  | { from: Triple; to: Triple; radius: [number, number]; soft: number; cut?: true; lone?: true };

export type Triple = readonly [number, number, number];

/**
 * Joins parts in their order. A part that is too far away to have an effect is skipped.
 * Source: Quilez, distance functions and smooth minimum, https://iquilezles.org/articles/distfunctions/
 */
export function solidOf(parts: readonly Part[]): Solid {
  const shapes = parts.map((part) => ('radii' in part ? ellipsoid(part) : cone(part)));
  return (x, y, z) => {
    let d = distance(shapes[0]!, Math.abs(x), y, z);
    for (let i = 1; i < shapes.length; i++) {
      const shape = shapes[i]!;
      const side = shape.isLone ? x : Math.abs(x);
      const signed = shape.isCut ? -d : d;
      if (isBeyond(shape, signed + shape.soft, side, y, z)) continue;
      const joined = smoothMin(signed, distance(shape, side, y, z), shape.soft);
      d = shape.isCut ? -joined : joined;
    }
    return d;
  };
}

/** Both kinds have the same members, so that the JavaScript engine can optimise the function that reads them. */
interface Shape {
  isCone: boolean;
  isCut: boolean;
  isLone: boolean;
  soft: number;
  /** Position; for a cone also the vector to its other end, and the square of its length. */
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
  length: number;
  /** Radii of an ellipsoid; for a cone the radii of both ends, and the larger one. */
  a: number;
  b: number;
  c: number;
  /** The centre of a bounding sphere with the radius `reach`. Outside, the distance grows by at least `slope`. */
  mx: number;
  my: number;
  mz: number;
  reach: number;
  slope: number;
}

function ellipsoid({
  at: [x, y, z],
  radii: [a, b, c],
  soft,
  cut,
  lone,
}: Extract<Part, { at: Triple }>): Shape {
  const reach = Math.max(a, b, c);
  return {
    ...{
      isCone: false,
      isCut: cut === true,
      isLone: lone === true,
      soft,
      x,
      y,
      z,
      dx: 0,
      dy: 0,
      dz: 0,
      length: 0,
      a,
      b,
      c,
    },
    ...{ mx: x, my: y, mz: z, reach, slope: Math.min(a, b, c) / reach },
  };
}

function cone({ from, to, radius: [a, b], soft, cut, lone }: Extract<Part, { from: Triple }>): Shape {
  const [x, y, z] = from;
  const [dx, dy, dz] = [to[0] - x, to[1] - y, to[2] - z];
  const length = dx * dx + dy * dy + dz * dz;
  const c = Math.max(a, b);
  return {
    ...{
      isCone: true,
      isCut: cut === true,
      isLone: lone === true,
      soft,
      x,
      y,
      z,
      dx,
      dy,
      dz,
      length,
      a,
      b,
      c,
    },
    ...{ mx: x + dx / 2, my: y + dy / 2, mz: z + dz / 2, reach: c + Math.sqrt(length) / 2, slope: 1 },
  };
}

/** Whether the distance to the shape certainly exceeds `distanceFound`. */
function isBeyond(shape: Shape, distanceFound: number, x: number, y: number, z: number): boolean {
  const far = shape.reach + Math.max(0, distanceFound) / shape.slope;
  const px = x - shape.mx;
  const py = y - shape.my;
  const pz = z - shape.mz;
  return px * px + py * py + pz * pz > far * far;
}

function distance(shape: Shape, x: number, y: number, z: number): number {
  // No arrays here: the JavaScript engine allocates them until it has optimised this function, which is when most of
  // the work is done.
  const { a, b, c } = shape;
  let px = x - shape.x;
  let py = y - shape.y;
  let pz = z - shape.z;
  if (shape.isCone) {
    const { dx, dy, dz } = shape;
    const h = Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / shape.length));
    return Math.hypot(px - h * dx, py - h * dy, pz - h * dz) - (a + (b - a) * h);
  }
  px /= a;
  py /= b;
  pz /= c;
  const size = Math.sqrt(px * px + py * py + pz * pz);
  const slope = Math.sqrt((px / a) ** 2 + (py / b) ** 2 + (pz / c) ** 2);
  return slope > 1e-9 ? (size * (size - 1)) / slope : -Math.min(a, b, c);
}

function smoothMin(a: number, b: number, soft: number): number {
  const h = Math.max(soft - Math.abs(a - b), 0) / soft;
  return Math.min(a, b) - h * h * soft * 0.25;
}
