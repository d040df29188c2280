import type { Camera } from './camera.ts';
import { eyeball } from './headParts.ts';
import type { Color, EyeShape } from './people.ts';

/** The visible part of the eye at a point of the face. */
export interface EyePixel {
  /** Share of the pixel that shows the eyeball, 0 to 1. */
  open: number;
  /** Darkening by the lashes, 0 to 1. */
  lash: number;
  /** Darkening by the fold over the lid and the rim under the eye, 0 to 1. */
  fold: number;
  /** The eyeball's reflected color there, without ambient light. */
  color: [number, number, number];
}

/** The movement of the eyes in one frame. */
export interface EyeState {
  blink: number;
  /** Degrees away from the camera, to the person's left and up. */
  gazeYaw: number;
  gazePitch: number;
}

/** The eyes of one frame: positions of the lids, and gaze. */
export class Eyes {
  readonly #shape: EyeShape;
  readonly #upper: number;
  readonly #blink: number;
  readonly #eye: Camera['eye'];
  readonly #iris: Color;
  readonly #gazes: [Direction, Direction];
  readonly #pixel: EyePixel = { open: 0, lash: 0, fold: 0, color: [0, 0, 0] };

  constructor(camera: Camera, shape: EyeShape, iris: Color, { blink, gazeYaw, gazePitch }: EyeState) {
    this.#shape = shape;
    this.#blink = blink;
    this.#upper = shape.upper + (0.86 * shape.lower - shape.upper) * blink;
    this.#eye = camera.eye;
    this.#iris = iris;
    const [yaw, pitch] = [(gazeYaw * Math.PI) / 180, (gazePitch * Math.PI) / 180];
    this.#gazes = [gaze(camera.eye, -eyeball.x, yaw, pitch), gaze(camera.eye, eyeball.x, yaw, pitch)];
  }

  /** Returns the same object each time; `undefined` away from the eyes. */
  at(x: number, y: number, z: number): EyePixel | undefined {
    const { half, lower, tilt, lash, fold } = this.#shape;
    const u = (Math.abs(x) - eyeball.x) / half;
    if (u < -1.2 || u > 1.35 || y < -1.5 || y > 1.9 || z < 4) return undefined;
    const level = y - tilt * u;
    const round = Math.max(0, 1 - u * u);
    const arch = 0.45 * round + 0.55 * Math.sqrt(round);
    const top = this.#upper * arch * (1 - 0.14 * u);
    const bottom = lower * arch * (1 + 0.16 * u);
    const pixel = this.#pixel;
    const inside = Math.min(top - level, level - bottom);
    pixel.open = round > 0 ? ramp(inside, -0.05, 0.09) * ramp(1 - this.#blink, 0, 0.12) : 0;
    // The lash line is thicker towards the outer corner, and ends slightly beyond it.
    const along = 0.5 + 0.5 * u;
    const thick =
      (0.07 + 0.13 * lash * Math.max(0, along) ** 1.5) * ramp(1.2 - u, 0, 0.4) + 0.03 * this.#blink;
    const line = u > 1 ? lash * 0.5 * (u - 1) : top;
    const above = level - line;
    pixel.lash = 0.95 * ramp(above, -0.06, 0.08) * ramp(thick - above, -0.02, 0.08) * ramp(u, -1.05, 0.3);
    const rim = ramp(0.11 - Math.abs(level - bottom), 0, 0.1) * ramp(arch, 0, 0.3) * (0.3 + 0.25 * lash);
    const height = top + (fold + 0.35 * this.#blink) * (0.4 + 0.6 * arch);
    const crease =
      0.55 * (1 - 0.6 * this.#blink) * ramp(0.14 - Math.abs(level - height), 0, 0.14) * ramp(arch, 0.05, 0.4);
    pixel.fold = Math.max(rim, crease);
    if (pixel.open > 0) this.#ball(x, y, z, top - level, u);
    return pixel;
  }

  /** Follows the ray from the lids to the eyeball behind them. */
  #ball(x: number, y: number, z: number, below: number, u: number): void {
    const cx = x < 0 ? -eyeball.x : eyeball.x;
    const [ex, ey, ez] = this.#eye;
    const length = Math.hypot(x - ex, y - ey, z - ez);
    const [dx, dy, dz] = [(x - ex) / length, (y - ey) / length, (z - ez) / length];
    const [ox, oy, oz] = [x - cx, y - eyeball.y, z - eyeball.z];
    const along = ox * dx + oy * dy + oz * dz;
    const room = along * along - (ox * ox + oy * oy + oz * oz) + eyeball.radius ** 2;
    const t = -along - Math.sqrt(Math.max(0, room));
    const nx = (ox + t * dx) / eyeball.radius;
    const ny = (oy + t * dy) / eyeball.radius;
    const nz = (oz + t * dz) / eyeball.radius;
    const g = this.#gazes[x < 0 ? 0 : 1];
    const angle = Math.acos(Math.min(1, nx * g.x + ny * g.y + nz * g.z));
    // Lit from above, so that the lower half of the iris is brighter.
    const height = (ny - g.y) / iris;
    const color = this.#pixel.color;
    const inner = ramp(-u, 0.72, 0.3);
    const white = 0.66 - 0.26 * Math.abs(u) ** 3;
    const inIris = ramp(iris - angle, 0, 0.07);
    const shadow = 0.42 + 0.58 * ramp(below, 0, 0.6);
    for (let k = 0; k < 3; k++) {
      const sclera = white * (1 - inner * corner[k]!) * sheen[k]!;
      color[k] = sclera * shadow;
    }
    if (inIris > 0) {
      const turn = Math.atan2(ny - g.y, nx - g.x);
      const fibres = 1 + 0.13 * Math.sin(23 * turn) * Math.sin(9 * turn + 2);
      const ring = 0.3 + 0.7 * ramp(iris - angle, 0.02, 0.16);
      const inPupil = ramp(pupil - angle, 0, 0.07);
      const glow = (1.1 - 0.75 * height) * ring * fibres * (1 - inPupil) * (0.6 + 0.4 * shadow);
      for (let k = 0; k < 3; k++) color[k]! += (this.#iris[k]! * 1.25 * glow + 0.004 - color[k]!) * inIris;
    }
    const glint = ramp(0.2 - Math.hypot(nx + 0.22, ny - 0.33, nz - 0.92), 0, 0.07);
    const second = 0.22 * ramp(0.16 - Math.hypot(nx - 0.24, ny + 0.26, nz - 0.93), 0, 0.12);
    for (let k = 0; k < 3; k++) color[k]! += 0.95 * glint + second;
  }
}

/** Angles of iris and pupil, seen from the middle of the ball. */
const iris = 0.63;
const pupil = 0.3;
/** The amount by which the red corner darkens the white, and the color of the white. */
const corner = [0.15, 0.5, 0.48] as const;
const sheen = [1, 0.97, 0.95] as const;

interface Direction {
  x: number;
  y: number;
  z: number;
}

/** The gaze of an eye: towards the camera, but not completely. */
function gaze([ex, ey, ez]: Camera['eye'], cx: number, yaw: number, pitch: number): Direction {
  const within = (angle: number) => Math.max(-0.5, Math.min(0.5, angle));
  const a = within(0.75 * Math.atan2(ex - cx, ez) + yaw);
  const b = within(0.45 * Math.atan2(ey, Math.hypot(ex, ez)) + pitch);
  return { x: Math.sin(a) * Math.cos(b), y: Math.sin(b), z: Math.cos(a) * Math.cos(b) };
}

function ramp(value: number, from: number, width: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / width));
  return t * t * (3 - 2 * t);
}
