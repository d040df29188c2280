import type { Solid, Triple } from './solid.ts';

/**
 * A closed surface: `positions` and `normals` as x, y, z per vertex; `triangles` as three vertices each,
 * counterclockwise from outside.
 */
export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
}

/**
 * Meshes the surface of a solid within a box: one vertex per cell that the surface crosses, moved onto it. Source:
 * Gibson 1998, Constrained elastic surface nets.
 * @param step edge of a cell, in the solid's unit; finer detail is lost.
 */
export function surfaceNet(solid: Solid, low: Triple, high: Triple, step: number): Surface {
  const counts = [0, 1, 2].map((axis) => Math.ceil((high[axis]! - low[axis]!) / step) + 1) as [
    number,
    number,
    number,
  ];
  const field = sample(solid, low, counts, step);
  const { positions, vertexOf } = vertices(field, low, counts, step);
  const normals = settle(solid, positions, step);
  return { positions, normals, triangles: triangles(field, counts, vertexOf, positions, normals) };
}

type Counts = [number, number, number];

/** Samples the solid. Blocks of 4 x 4 x 4 that are certainly empty or full get the value of their middle. */
function sample(solid: Solid, low: Triple, [nx, ny, nz]: Counts, step: number): Float32Array {
  const field = new Float32Array(nx * ny * nz);
  const block = 4;
  const reach = step * block * 1.3;
  for (let bz = 0; bz < nz; bz += block) {
    for (let by = 0; by < ny; by += block) {
      for (let bx = 0; bx < nx; bx += block) {
        const at = (index: number, axis: 0 | 1 | 2) => low[axis] + (index + block / 2) * step;
        const middle = solid(at(bx, 0), at(by, 1), at(bz, 2));
        const far = Math.abs(middle) > reach;
        for (let z = bz; z < Math.min(bz + block, nz); z++) {
          for (let y = by; y < Math.min(by + block, ny); y++) {
            for (let x = bx; x < Math.min(bx + block, nx); x++) {
              field[(z * ny + y) * nx + x] = far
                ? middle
                : solid(low[0] + x * step, low[1] + y * step, low[2] + z * step);
            }
          }
        }
      }
    }
  }
  return field;
}

/** One vertex per cell: the mean of the points where its edges cross the surface. */
function vertices(field: Float32Array, low: Triple, [nx, ny, nz]: Counts, step: number) {
  const positions: number[] = [];
  const vertexOf = new Int32Array(field.length).fill(-1);
  for (let z = 0; z < nz - 1; z++) {
    for (let y = 0; y < ny - 1; y++) {
      for (let x = 0; x < nx - 1; x++) {
        const cell = (z * ny + y) * nx + x;
        if (!isCrossed(field, cell, nx, nx * ny)) continue;
        let [sx, sy, sz, crossings] = [0, 0, 0, 0];
        for (let i = 0; i < edges.length; i += 2) {
          const a = edges[i]!;
          const b = edges[i + 1]!;
          const from = field[cell + (a & 1) + ((a >> 1) & 1) * nx + (a >> 2) * nx * ny]!;
          const to = field[cell + (b & 1) + ((b >> 1) & 1) * nx + (b >> 2) * nx * ny]!;
          if (from < 0 === to < 0) continue;
          const t = from / (from - to);
          sx += (a & 1) + t * ((b & 1) - (a & 1));
          sy += ((a >> 1) & 1) + t * (((b >> 1) & 1) - ((a >> 1) & 1));
          sz += (a >> 2) + t * ((b >> 2) - (a >> 2));
          crossings++;
        }
        vertexOf[cell] = positions.length / 3;
        positions.push(
          low[0] + (x + sx / crossings) * step,
          low[1] + (y + sy / crossings) * step,
          low[2] + (z + sz / crossings) * step,
        );
      }
    }
  }
  return { positions: Float32Array.from(positions), vertexOf };
}

/** Whether the surface crosses a cell; most cells are on one side. */
function isCrossed(field: Float32Array, cell: number, row: number, layer: number): boolean {
  const side = field[cell]! < 0;
  for (let at = cell; at <= cell + layer; at += layer) {
    if (field[at]! < 0 !== side || field[at + 1]! < 0 !== side) return true;
    if (field[at + row]! < 0 !== side || field[at + row + 1]! < 0 !== side) return true;
  }
  return false;
}

/** The twelve edges of a cell: pairs of its corners. */
const edges: number[] = [];
for (let corner = 0; corner < 8; corner++) {
  for (const bit of [1, 2, 4]) if (!(corner & bit)) edges.push(corner, corner | bit);
}

/** Moves the vertices onto the surface and returns the normals there. */
function settle(solid: Solid, positions: Float32Array, step: number): Float32Array {
  const normals = new Float32Array(positions.length);
  const h = step * 0.25;
  for (let i = 0; i < positions.length; i += 3) {
    // No arrays here: garbage collection of one per vertex would take longer than everything else.
    for (let round = 0; round < 2; round++) {
      const x = positions[i]!;
      const y = positions[i + 1]!;
      const z = positions[i + 2]!;
      const gx = solid(x + h, y, z) - solid(x - h, y, z);
      const gy = solid(x, y + h, z) - solid(x, y - h, z);
      const gz = solid(x, y, z + h) - solid(x, y, z - h);
      const length = Math.hypot(gx, gy, gz) || 1;
      const move = round === 0 ? Math.max(-step, Math.min(step, solid(x, y, z))) : 0;
      normals[i] = gx / length;
      normals[i + 1] = gy / length;
      normals[i + 2] = gz / length;
      positions[i] = x - (move * gx) / length;
      positions[i + 1] = y - (move * gy) / length;
      positions[i + 2] = z - (move * gz) / length;
    }
  }
  return normals;
}

/** Two triangles for each grid edge that crosses the surface. */
function triangles(
  field: Float32Array,
  [nx, ny, nz]: Counts,
  vertexOf: Int32Array,
  positions: Float32Array,
  normals: Float32Array,
): Uint32Array {
  const result: number[] = [];
  const strides = [1, nx, nx * ny];
  for (let z = 1; z < nz - 1; z++) {
    for (let y = 1; y < ny - 1; y++) {
      for (let x = 1; x < nx - 1; x++) {
        const at = (z * ny + y) * nx + x;
        for (let axis = 0; axis < 3; axis++) {
          if (field[at]! < 0 === field[at + strides[axis]!]! < 0) continue;
          const u = strides[(axis + 1) % 3]!;
          const v = strides[(axis + 2) % 3]!;
          const a = vertexOf[at]!;
          const b = vertexOf[at - u]!;
          const c = vertexOf[at - u - v]!;
          const d = vertexOf[at - v]!;
          if (a === -1 || b === -1 || c === -1 || d === -1) continue;
          if (facesInwards(a, b, c, positions, normals)) result.push(d, c, b, d, b, a);
          else result.push(a, b, c, a, c, d);
        }
      }
    }
  }
  return Uint32Array.from(result);
}

function facesInwards(a: number, b: number, c: number, p: Float32Array, n: Float32Array): boolean {
  const ux = p[3 * b]! - p[3 * a]!;
  const uy = p[3 * b + 1]! - p[3 * a + 1]!;
  const uz = p[3 * b + 2]! - p[3 * a + 2]!;
  const vx = p[3 * c]! - p[3 * a]!;
  const vy = p[3 * c + 1]! - p[3 * a + 1]!;
  const vz = p[3 * c + 2]! - p[3 * a + 2]!;
  const across =
    (uy * vz - uz * vy) * (n[3 * a]! + n[3 * c]!) +
    (uz * vx - ux * vz) * (n[3 * a + 1]! + n[3 * c + 1]!) +
    (ux * vy - uy * vx) * (n[3 * a + 2]! + n[3 * c + 2]!);
  return across < 0;
}
