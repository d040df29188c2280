import type { HeadPart } from './buildHead.ts';
import { type Camera, pivot } from './camera.ts';

/** Numbers per pixel: position on the head, normal in the room, openness. */
export const pixelNumbers = 7;

/** Rasterises surfaces into buffers with a depth test. Reused from frame to frame. */
export class Raster {
  readonly width: number;
  readonly height: number;
  /** The material visible at each pixel, see `material`. */
  readonly materials: Uint8Array;
  /** `pixelNumbers` for each pixel that has a material. */
  readonly numbers: Float32Array;
  readonly #depth: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.materials = new Uint8Array(width * height);
    this.numbers = new Float32Array(width * height * pixelNumbers);
    this.#depth = new Float32Array(width * height);
  }

  clear(): void {
    this.materials.fill(0);
    this.#depth.fill(0);
  }

  /** @param stretch scale of the part, horizontal and vertical; per-pixel positions are stored unscaled. */
  draw(part: HeadPart, camera: Camera, stretch: { width: number; height: number }): void {
    const corners = this.#project(part, camera, stretch);
    for (let i = 0; i < part.triangles.length; i += 3) {
      const { triangles } = part;
      this.#triangle(
        corners,
        triangles[i]! * 10,
        triangles[i + 1]! * 10,
        triangles[i + 2]! * 10,
        part.material,
      );
    }
  }

  /** Ten numbers per vertex: x, y on the screen, nearness (1 / depth), then the per-pixel values. */
  #project(
    part: HeadPart,
    camera: Camera,
    { width, height }: { width: number; height: number },
  ): Float32Array {
    const { positions, normals, openness, follows } = part;
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = camera.rotation as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const corners = new Float32Array(follows.length * 10);
    for (let i = 0; i < follows.length; i++) {
      const x = positions[3 * i]! * width;
      const y = positions[3 * i + 1]! * height;
      const z = positions[3 * i + 2]!;
      const nx = normals[3 * i]! / width;
      const ny = normals[3 * i + 1]! / height;
      const nz = normals[3 * i + 2]!;
      const w = follows[i]!;
      const still = 1 - w;
      const py = y - pivot.y;
      const pz = z - pivot.z;
      const sx = w * (r0 * x + r1 * py + r2 * pz) + still * x + camera.x;
      const sy = w * (r3 * x + r4 * py + r5 * pz + pivot.y) + still * (y + camera.lift) + camera.y;
      const sz = w * (r6 * x + r7 * py + r8 * pz + pivot.z) + still * z;
      const near = 1 / Math.max(1, camera.distance - sz);
      const at = 10 * i;
      corners[at] = this.width / 2 + camera.focal * sx * near;
      corners[at + 1] = this.height / 2 - camera.focal * sy * near;
      corners[at + 2] = near;
      corners[at + 3] = x / width;
      corners[at + 4] = y / height;
      corners[at + 5] = z;
      corners[at + 6] = w * (r0 * nx + r1 * ny + r2 * nz) + still * nx;
      corners[at + 7] = w * (r3 * nx + r4 * ny + r5 * nz) + still * ny;
      corners[at + 8] = w * (r6 * nx + r7 * ny + r8 * nz) + still * nz;
      corners[at + 9] = openness[i]!;
    }
    return corners;
  }

  /**
   * Back faces are omitted. All numbers are interpolated linearly, which is exact enough for triangles of a few pixels.
   */
  #triangle(v: Float32Array, a: number, b: number, c: number, kind: number): void {
    const ax = v[a]!;
    const ay = v[a + 1]!;
    const bx = v[b]!;
    const by = v[b + 1]!;
    const cx = v[c]!;
    const cy = v[c + 1]!;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area >= 0) return;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
    const right = Math.min(this.width - 1, Math.floor(Math.max(ax, bx, cx)));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(ay, by, cy)));
    const { numbers, materials } = this;
    const depth = this.#depth;
    const bx1 = (cy - ay) / area;
    const by1 = (ax - cx) / area;
    const cx1 = (ay - by) / area;
    const cy1 = (bx - ax) / area;
    const near0 = v[a + 2]!;
    const nearB = v[b + 2]! - near0;
    const nearC = v[c + 2]! - near0;
    for (let y = top; y <= bottom; y++) {
      let wb = (left - ax) * bx1 + (y - ay) * by1;
      let wc = (left - ax) * cx1 + (y - ay) * cy1;
      for (let x = left; x <= right; x++, wb += bx1, wc += cx1) {
        if (wb < -1e-4 || wc < -1e-4 || wb + wc > 1.0001) continue;
        const pixel = y * this.width + x;
        const near = near0 + wb * nearB + wc * nearC;
        if (near <= depth[pixel]!) continue;
        depth[pixel] = near;
        materials[pixel] = kind;
        const wa = 1 - wb - wc;
        const at = pixel * pixelNumbers;
        for (let n = 0; n < pixelNumbers; n++)
          numbers[at + n] = wa * v[a + 3 + n]! + wb * v[b + 3 + n]! + wc * v[c + 3 + n]!;
      }
    }
  }
}
