import type { Camera } from './camera.ts';
import type { Color } from './complexion.ts';
import { eyeball } from './headParts.ts';

/** The part of the eye that is visible between the lids, at a point of the face. */
export interface EyePixel {
  /** How much of the pixel is eyeball, 0 to 1. */
  open: number;
  /** How dark lashes and crease make it, 0 to 1. */
  shade: number;
  /** The eyeball's color there, as light reflected, without the room's. */
  color: [number, number, number];
}

/** Looks at one frame's eyes: where the lids are and where the gaze goes. */
export class Eyes {
  readonly #upper: number;
  readonly #blink: number;
  readonly #eye: Camera['eye'];
  readonly #iris: Color;
  readonly #pixel: EyePixel = { open: 0, shade: 0, color: [0, 0, 0] };

  constructor(camera: Camera, blink: number, iris: Color) {
    this.#blink = blink;
    this.#upper = lids.upper + (lids.shut - lids.upper) * blink;
    this.#eye = camera.eye;
    this.#iris = iris;
  }

  /** The same object each time; `undefined` away from the eyes. */
  at(x: number, y: number, z: number): EyePixel | undefined {
    const u = (Math.abs(x) - eyeball.x) / lids.half;
    if (u < -1.25 || u > 1.25 || y < -1.3 || y > 1.5 || z < 4) return undefined;
    const level = y - 0.14 * u;
    const arch = Math.max(0, 1 - Math.abs(u) ** 2.2);
    const top = this.#upper * arch;
    const bottom = lids.lower * arch;
    const pixel = this.#pixel;
    const inside = Math.min(top - level, level - bottom);
    pixel.open = arch > 0 ? ramp(inside, -0.03, 0.05) : 0;
    const lash = ramp(0.13 - Math.abs(level - top - 0.03), 0, 0.1) * ramp(arch, 0, 0.12);
    const lower = 0.35 * ramp(0.08 - Math.abs(level - bottom), 0, 0.07) * ramp(arch, 0, 0.2);
    const crease =
      0.4 *
      (1 - this.#blink) *
      ramp(0.12 - Math.abs(level - 0.98 * arch - 0.16), 0, 0.12) *
      ramp(arch, 0, 0.3);
    pixel.shade = Math.max(0.92 * lash, lower, crease);
    if (pixel.open > 0) this.#ball(x, y, z, top - level);
    return pixel;
  }

  /** Follows the ray on from the lids to the ball behind them. */
  #ball(x: number, y: number, z: number, below: number): void {
    const cx = x < 0 ? -eyeball.x : eyeball.x;
    const [ex, ey, ez] = this.#eye;
    const length = Math.hypot(x - ex, y - ey, z - ez);
    const [dx, dy, dz] = [(x - ex) / length, (y - ey) / length, (z - ez) / length];
    const [ox, oy, oz] = [x - cx, y - eyeball.y, z - eyeball.z];
    const along = ox * dx + oy * dy + oz * dz;
    const room = along * along - (ox * ox + oy * oy + oz * oz) + eyeball.radius ** 2;
    const t = -along - Math.sqrt(Math.max(0, room));
    const [nx, ny, nz] = [
      (ox + t * dx) / eyeball.radius,
      (oy + t * dy) / eyeball.radius,
      (oz + t * dz) / eyeball.radius,
    ];
    const angle = Math.acos(Math.max(-1, Math.min(1, this.#gaze(cx, nx, ny, nz))));
    const white = 0.62 * ramp(1.25 - angle, 0, 0.7) + 0.12;
    const inIris = ramp(0.5 - angle, 0, 0.07);
    const ring = 0.45 + 0.75 * ramp(0.48 - angle, 0, 0.18);
    const inPupil = ramp(0.22 - angle, 0, 0.06);
    const shadow = 0.45 + 0.55 * ramp(below, 0.02, 0.4);
    for (let k = 0; k < 3; k++) {
      const sclera = white * [1, 0.95, 0.92][k]!;
      const iris = this.#iris[k]! * 1.5 * ring * (1 - inPupil) + 0.004;
      this.#pixel.color[k] = (sclera + (iris - sclera) * inIris) * shadow;
    }
    const [hx, hy, hz] = [nx + 0.2, ny - 0.27, nz - 0.94];
    const glint = ramp(0.19 - Math.hypot(hx, hy, hz), 0, 0.08);
    for (let k = 0; k < 3; k++) this.#pixel.color[k]! += 0.85 * glint;
  }

  /** How near a normal of the ball is to where the eye looks: towards the camera, but not all the way. */
  #gaze(cx: number, nx: number, ny: number, nz: number): number {
    const [ex, ey, ez] = this.#eye;
    const across = 0.7 * Math.atan2(ex - cx, ez);
    const up = 0.4 * Math.atan2(ey, Math.hypot(ex, ez));
    const limit = 0.55;
    const [a, b] = [Math.max(-limit, Math.min(limit, across)), Math.max(-limit, Math.min(limit, up))];
    return nx * Math.sin(a) * Math.cos(b) + ny * Math.sin(b) + nz * Math.cos(a) * Math.cos(b);
  }
}

/** Half the width of the opening and the heights of its edges, in cm. */
const lids = { half: 1.56, upper: 0.64, lower: -0.44, shut: -0.4 } as const;

function ramp(value: number, from: number, width: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / width));
  return t * t * (3 - 2 * t);
}
