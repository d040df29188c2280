import { material } from './buildHead.ts';
import type { Camera } from './camera.ts';
import { Eyes } from './Eyes.ts';
import { hairOf } from './hairParts.ts';
import { neckline } from './headParts.ts';
import { type PaintMap, paintPlace } from './paintMap.ts';
import type { Person } from './people.ts';
import { pixelNumbers, type Raster } from './Raster.ts';
import { coilsAt, Strands } from './Strands.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

interface Scene {
  person: Person;
  map: PaintMap;
  camera: Camera;
  frame: TestFaceFrame;
}

type Light = [number, number, number];

/** Colors every pixel that has a material. `target` is RGBA and already holds the background. */
export function shade(raster: Raster, target: Uint8ClampedArray, scene: Scene): void {
  const { person, map, camera, frame } = scene;
  const { light = 1, side = 0, blink = 0, gazeYaw = 0, gazePitch = 0 } = frame;
  const state = { blink: Math.max(0, Math.min(1, blink)), gazeYaw, gazePitch };
  const eyes = new Eyes(camera, person.eyes, person.iris, state);
  const strands = new Strands(hairOf(person.style));
  const lamps = lampsFor(side);
  const comb = { strands, turn: camera.rotation, half: lamps.half };
  const color: Light = [0, 0, 0];
  const spot: Spot = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, facing: 0, gloss: 0, rim: 0, open: 0 };
  for (let pixel = 0; pixel < raster.materials.length; pixel++) {
    const kind = raster.materials[pixel]!;
    if (kind === 0) continue;
    readSpot(spot, raster.numbers, pixel * pixelNumbers, lamps);
    if (kind === material.hair) hair(color, person, comb, spot);
    else {
      const worn = spot.y < -12 ? wornAt(spot) : 0;
      if (worn < 1) {
        const { open } = spot;
        // The collar is slightly away from the skin and shades it.
        if (worn > 0.9) spot.open *= 1 - 3 * (worn - 0.9);
        skin(color, person, map, spot, eyes);
        spot.open = open;
      }
      if (worn > edge) {
        shirt(color, person, spot, worn, worn < 1 ? (worn - edge) / (1 - edge) : 1);
        raster.materials[pixel] = material.shirt;
      }
    }
    const grain = light * (1 + 0.02 * (noise(pixel) - 0.5));
    const at = 4 * pixel;
    target[at] = tone(color[0] * grain);
    target[at + 1] = tone(color[1] * grain);
    target[at + 2] = tone(color[2] * grain);
  }
}

/**
 * The directions of the lights in the room: the key light, the half vector between it and the camera, the backlight.
 */
interface Lamps {
  key: Light;
  half: Light;
  back: Light;
}

function lampsFor(side: number): Lamps {
  const key = unit([0.5 * side - 0.34, 0.56, 0.8 - 0.4 * Math.abs(side)]);
  return { key, half: unit([key[0], key[1], key[2] + 1]), back: unit([side < 0 ? -0.8 : 0.8, 0.35, -0.35]) };
}

/** One point of the surface: its position on the head and its lighting. */
interface Spot {
  x: number;
  y: number;
  z: number;
  /** The normal in room coordinates. */
  nx: number;
  ny: number;
  nz: number;
  /** Cosine of the angle between normal and light. */
  facing: number;
  /** Cosine of the angle between normal and half vector, not below 0. */
  gloss: number;
  /** Share of the backlight that grazes it, 0 to 1. */
  rim: number;
  /** Share of ambient light that reaches it, 0 to 1. */
  open: number;
}

function readSpot(spot: Spot, numbers: Float32Array, at: number, { key, half, back }: Lamps): void {
  const ax = numbers[at + 3]!;
  const ay = numbers[at + 4]!;
  const az = numbers[at + 5]!;
  const size = 1 / (Math.sqrt(ax * ax + ay * ay + az * az) || 1);
  const nx = ax * size;
  const ny = ay * size;
  const nz = az * size;
  spot.x = numbers[at]!;
  spot.y = numbers[at + 1]!;
  spot.z = numbers[at + 2]!;
  spot.nx = nx;
  spot.ny = ny;
  spot.nz = nz;
  spot.facing = nx * key[0] + ny * key[1] + nz * key[2];
  spot.gloss = Math.max(0, nx * half[0] + ny * half[1] + nz * half[2]);
  const grazing = 1 - Math.abs(nz);
  spot.rim =
    Math.max(0, nx * back[0] + ny * back[1] + nz * back[2] + 0.15) * grazing * grazing * numbers[at + 6]!;
  spot.open = numbers[at + 6]!;
}

/** Diffuse light on a translucent body: a soft transition between the lit and the dark side. */
function diffuse(facing: number, wrap: number): number {
  const soft = Math.max(0, (facing + wrap) / (1 + wrap));
  return soft * soft;
}

function skin(color: Light, person: Person, map: PaintMap, spot: Spot, eyes: Eyes): void {
  const { x, y, z, gloss, open } = spot;
  const eye = eyes.at(x, y, z);
  const day = diffuse(spot.facing, 0.45);
  const soft = Math.sqrt(day);
  const texel = texelAt(map, spot);
  const shine = (texel < 0 ? 0.3 : map.texels[texel + 3]! / 255) * open;
  const g2 = gloss * gloss;
  const g8 = g2 * g2 * g2 * g2;
  const bright = shine * (0.05 * g8 + 0.12 * g8 * g8 * g8 * g8) + 0.16 * spot.rim;
  const deep = 1 - open;
  const glow = 1.1 * soft * (1 - soft);
  const fold = eye ? eye.fold : 0;
  for (let k = 0; k < 3; k++) {
    const base = texel < 0 ? person.skin[k]! : (map.texels[texel + k]! / 255) ** 2;
    // Light scattered within the skin reddens the shadows.
    const reach = Math.max(0, open - scatter[k]! * deep * open);
    const lit =
      base * (0.4 * reach * sky[k]! + 0.82 * day * (0.3 + 0.7 * reach) * sun[k]! + glow * warm[k]! * open);
    color[k] = (lit + bright) * (1 - fold * foldTint[k]!);
  }
  if (!eye) return;
  const cover = eye.open;
  const lit = 0.45 + 0.62 * soft;
  for (let k = 0; k < 3; k++) {
    color[k]! += (eye.color[k]! * lit - color[k]!) * cover;
    color[k]! += (lashTint[k]! - color[k]!) * eye.lash;
  }
}

/**
 * Per color: the ambient light, the key light, the light transmitted by the skin, and the light absorbed by folds and
 * lashes.
 */
const sky: Light = [0.97, 1, 1.08];
const sun: Light = [1.06, 1, 0.92];
const warm: Light = [0.34, 0.08, 0.03];
const scatter: Light = [0.1, 0.5, 0.6];
const foldTint: Light = [0.5, 0.66, 0.68];
const lashTint: Light = [0.022, 0.014, 0.012];

/** The index of the texel at a point of the face, or -1: only the front has a texture. */
function texelAt(map: PaintMap, { x, y, z }: Spot): number {
  const column = ((x - paintPlace.left) * paintPlace.scale) | 0;
  const row = ((paintPlace.top - y) * paintPlace.scale) | 0;
  const isPainted = z > 0 && x > paintPlace.left && column < map.width && y < paintPlace.top;
  const texel = 4 * (row * map.width + column);
  return isPainted && texel < map.texels.length ? texel : -1;
}

/** The course of the strands, the rotation of the head, and the half vector between key light and camera. */
interface Comb {
  strands: Strands;
  turn: readonly number[];
  half: Light;
}

function hair(color: Light, { hair: tint, style }: Person, { strands, turn, half }: Comb, spot: Spot): void {
  const { x, y, z, nx, ny, nz, open } = spot;
  const strand = strands.at(x, y, z) * strands.spread;
  const { ax, ay, az } = strands;
  const day = diffuse(spot.facing, 0.5);
  let [light, band, wide] = [0, 0, 0];
  const { coils } = hairOf(style);
  if (coils) {
    const fine = 2.3 * coils;
    const coil = coilsAt(fine * x, fine * y, fine * z);
    light = (0.4 * open + 0.8 * day) * (1 + 0.5 * coil);
    wide = 0.05 * day * (1 + coil) * open;
  } else {
    // The direction of the strand is in the surface, perpendicular to the direction across. Source: Kajiya and Kay
    // 1989.
    const cx = turn[0]! * ax + turn[1]! * ay + turn[2]! * az;
    const cy = turn[3]! * ax + turn[4]! * ay + turn[5]! * az;
    const cz = turn[6]! * ax + turn[7]! * ay + turn[8]! * az;
    const [tx, ty, tz] = [ny * cz - nz * cy, nz * cx - nx * cz, nx * cy - ny * cx];
    const size = 1 / (Math.sqrt(tx * tx + ty * ty + tz * tz) || 1);
    const cosine = (tx * half[0] + ty * half[1] + tz * half[2]) * size + 0.16 * strand;
    const sine = Math.max(0, 1 - cosine * cosine);
    const s4 = sine * sine * sine * sine;
    light = (0.38 * open + 0.8 * day * (0.4 + 0.6 * open)) * (1 + 0.42 * strand);
    const lit = open * Math.max(0, spot.gloss - 0.25) * (0.75 + 0.6 * strand);
    wide = 0.42 * lit * s4;
    band = 0.26 * lit * s4 * s4 * s4 * s4;
  }
  const rim = spot.rim;
  for (let k = 0; k < 3; k++) {
    color[k] =
      tint[k]! * (light + 2.2 * wide + 1.2 * rim) + (0.02 + 1.1 * Math.sqrt(tint[k]!)) * band + 0.12 * rim;
  }
}

/** Start of the edge of the shirt, which is blended for a smooth line. */
const edge = 0.98;

/** Below 1 within the neckline, 1 at its edge. */
function wornAt({ x, y, z }: Spot): number {
  const [a, b, c] = neckline.radii;
  return Math.sqrt((x / a) ** 2 + ((y - neckline.y) / b) ** 2 + ((z - neckline.z) / c) ** 2);
}

function shirt(
  color: Light,
  { shirt: tint }: Person,
  { x, y, z, facing, open, rim }: Spot,
  worn: number,
  cover: number,
): void {
  const isCollar = worn < 1.17;
  const ribs = isCollar
    ? 1 + 0.05 * Math.sin(26 * Math.atan2(x, z + 4))
    : 1 + 0.02 * Math.sin(8 * x) * Math.sin(8 * y);
  const roll = isCollar ? 1.12 - 60 * (worn - 1.075) ** 2 : worn < 1.21 ? 0.82 : 1;
  const light = (0.36 * open + 0.82 * diffuse(facing, 0.4) * (0.35 + 0.65 * open)) * ribs * roll;
  for (let k = 0; k < 3; k++)
    color[k] = color[k]! * (1 - cover) + cover * (tint[k]! * (light + 0.8 * rim) + 0.05 * rim);
}

function unit([x, y, z]: Light): Light {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Noise, 0 to 1, always equal for the same pixel. */
function noise(pixel: number): number {
  const mixed = Math.imul(pixel ^ (pixel >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) & 1023) / 1023;
}

/** Converts light to sRGB by a table: a power function per pixel would take half of the time. */
function tone(value: number): number {
  return toneTable[Math.max(0, Math.min(4095, (value * 2048) | 0))]!;
}

const toneTable = Uint8Array.from({ length: 4096 }, (_, i) => {
  const light = i / 2048;
  const compressed = light < 0.6 ? light : 0.6 + 0.4 * (1 - Math.exp(-(light - 0.6) / 0.4));
  return Math.round(255 * compressed ** (1 / 2.2));
});
