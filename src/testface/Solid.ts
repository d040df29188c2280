/** A body made of soft parts, as a signed distance: negative inside, in cm. */
export type Solid = (x: number, y: number, z: number) => number;

/**
 * One part: an ellipsoid or a round cone, mirrored left and right since only |x| is looked at, joined to what
 * came before (or cut out of it) with a transition as wide as `soft`. Lengths in cm.
 */
export type Part =
  | { at: Triple; radii: Triple; soft: number; cut?: true }
  | { from: Triple; to: Triple; radius: [number, number]; soft: number; cut?: true };

export type Triple = readonly [number, number, number];

/**
 * Joins parts in their order.
 * Source: Quilez, distance functions and smooth minimum, https://iquilezles.org/articles/distfunctions/
 */
export function solidOf(parts: readonly Part[]): Solid {
  const distances = parts.map((part) =>
    'radii' in part ? ellipsoid(part.at, part.radii) : cone(part.from, part.to, part.radius),
  );
  const softs = parts.map(({ soft }) => soft);
  const cuts = parts.map(({ cut }) => cut === true);
  return (x, y, z) => {
    const side = Math.abs(x);
    let d = distances[0]!(side, y, z);
    for (let i = 1; i < distances.length; i++) {
      const next = distances[i]!(side, y, z);
      d = cuts[i] ? -smoothMin(-d, next, softs[i]!) : smoothMin(d, next, softs[i]!);
    }
    return d;
  };
}

function smoothMin(a: number, b: number, soft: number): number {
  const h = Math.max(soft - Math.abs(a - b), 0) / soft;
  return Math.min(a, b) - h * h * soft * 0.25;
}

function ellipsoid([cx, cy, cz]: Triple, [rx, ry, rz]: Triple): Solid {
  return (x, y, z) => {
    const [px, py, pz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz];
    const size = Math.sqrt(px * px + py * py + pz * pz);
    const slope = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2 + (pz / rz) ** 2);
    return slope > 1e-9 ? (size * (size - 1)) / slope : -Math.min(rx, ry, rz);
  };
}

function cone([ax, ay, az]: Triple, [bx, by, bz]: Triple, [from, to]: [number, number]): Solid {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const length = dx * dx + dy * dy + dz * dz;
  return (x, y, z) => {
    const [px, py, pz] = [x - ax, y - ay, z - az];
    const h = Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / length));
    return Math.hypot(px - h * dx, py - h * dy, pz - h * dz) - (from + (to - from) * h);
  };
}
