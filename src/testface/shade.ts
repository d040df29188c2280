import { material } from './buildHead.ts';
import type { Camera } from './camera.ts';
import type { Complexion } from './complexion.ts';
import { Eyes } from './Eyes.ts';
import { type PaintMap, paint, paintPlace } from './paintMap.ts';
import { pixelNumbers, type Raster } from './Raster.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

interface Scene {
  look: Complexion;
  map: PaintMap;
  camera: Camera;
  frame: TestFaceFrame;
}

/** Colors every pixel that has a material. `target` is RGBA and already holds the background. */
export function shade(raster: Raster, target: Uint8ClampedArray, { look, map, camera, frame }: Scene): void {
  const { light = 1, side = 0, blink = 0 } = frame;
  const eyes = new Eyes(camera, Math.max(0, Math.min(1, blink)), look.iris);
  const key = unit([0.45 * side - 0.25, 0.5, 0.85 - 0.45 * Math.abs(side)]);
  const half = unit([key[0], key[1], key[2] + 1]);
  const color: Light = [0, 0, 0];
  const spot: Spot = { x: 0, y: 0, z: 0, facing: 0, gloss: 0, grazing: 0, open: 0 };
  for (let pixel = 0; pixel < raster.materials.length; pixel++) {
    const kind = raster.materials[pixel]!;
    if (kind === 0) continue;
    readSpot(spot, raster.numbers, pixel * pixelNumbers, key, half);
    if (kind === material.skin) skin(color, look, map, spot, eyes);
    else if (kind === material.hair) hair(color, look, spot);
    else shirt(color, look, spot);
    const grain = 1 + 0.02 * (noise(pixel) - 0.5);
    for (let k = 0; k < 3; k++) target[4 * pixel + k] = tone(color[k]! * light * grain);
  }
}

type Light = [number, number, number];

/** One point of the surface: its place on the head and how the light meets it. */
interface Spot {
  x: number;
  y: number;
  z: number;
  /** Cosine between surface and light. */
  facing: number;
  /** The same for the reflection towards the camera, not below 0. */
  gloss: number;
  /** 0 seen from the front, 1 along the edge. */
  grazing: number;
  /** How much light from all around reaches it, 0 to 1. */
  open: number;
}

function readSpot(spot: Spot, numbers: Float32Array, at: number, key: Light, half: Light): void {
  const [nx, ny, nz] = [numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!];
  const size = Math.hypot(nx, ny, nz) || 1;
  spot.x = numbers[at]!;
  spot.y = numbers[at + 1]!;
  spot.z = numbers[at + 2]!;
  spot.facing = (nx * key[0] + ny * key[1] + nz * key[2]) / size;
  spot.gloss = Math.max(0, (nx * half[0] + ny * half[1] + nz * half[2]) / size);
  spot.grazing = 1 - Math.abs(nz / size);
  spot.open = numbers[at + 6]!;
}

/** Diffuse light on a translucent body: a soft edge between the lit and the dark side. */
function diffuse(facing: number, wrap: number): number {
  const soft = Math.max(0, (facing + wrap) / (1 + wrap));
  return soft * soft;
}

function skin(color: Light, look: Complexion, map: PaintMap, spot: Spot, eyes: Eyes): void {
  const { x, y, z, open } = spot;
  const eye = eyes.at(x, y, z);
  const day = diffuse(spot.facing, 0.35);
  const soft = Math.sqrt(day);
  const texel = texelAt(map, spot);
  const strength = (which: number) => (texel < 0 ? 0 : map.texels[texel + which]! / 255);
  const [browed, lipped] = [strength(paint.brow), strength(paint.lips)];
  const [blushed, dark] = [strength(paint.blush), strength(paint.dark)];
  const shine = (lipped > 0.5 ? 0.1 : 0.06) * spot.gloss ** 28 * open + 0.03 * spot.grazing ** 3;
  const shadow = (1 - 0.8 * dark) * (1 - 0.85 * (eye?.shade ?? 0));
  const glow = 0.9 * soft * (1 - soft) * open * look.skin[0];
  for (let k = 0; k < 3; k++) {
    let base = look.skin[k]! * (1 - blushed * blush[k]!);
    base += (look.lips[k]! - base) * 0.85 * lipped;
    base += (look.hair[k]! * 0.9 - base) * browed;
    const lit = base * (0.36 * open * sky[k]! + 0.95 * day * (0.45 + 0.55 * open));
    color[k] = (lit + warm[k]! * glow + shine) * shadow;
  }
  if (!eye || eye.open <= 0) return;
  const cover = eye.open * (1 - 0.8 * eye.shade);
  for (let k = 0; k < 3; k++) color[k]! += (eye.color[k]! * (0.35 + 0.75 * soft) - color[k]!) * cover;
}

/**
 * The light absorbed by the blood in the cheeks, the ambient light, and the light transmitted by the skin, per colour.
 */
const blush: Light = [0, 0.2, 0.22];
const sky: Light = [0.95, 1, 1.06];
const warm: Light = [0.06, 0.018, 0.006];

/** Where a point of the face lies in the paint, or -1: only the front is painted. */
function texelAt(map: PaintMap, { x, y, z }: Spot): number {
  const column = Math.floor((x - paintPlace.left) * paintPlace.scale);
  const row = Math.floor((paintPlace.top - y) * paintPlace.scale);
  const texel = 4 * (row * map.width + column);
  const painted = z > 3.2 && column >= 0 && column < map.width && row >= 0 && texel < map.texels.length;
  return painted ? texel : -1;
}

function hair(color: Light, look: Complexion, { x, y, z, facing, gloss, open }: Spot): void {
  const around = Math.atan2(x, z + 2.5);
  const coarse = Math.sin(61 * around + 0.9 * y);
  const fine = Math.sin(143 * around - 1.7 * y + 2 * Math.sin(9 * around));
  const strand = 0.5 + 0.25 * coarse + 0.25 * fine;
  const light = (0.3 * open + 0.95 * diffuse(facing, 0.3)) * (0.55 + 0.75 * strand);
  const band = 0.1 * gloss ** 14 * (0.3 + strand) * open;
  for (let k = 0; k < 3; k++) color[k] = look.hair[k]! * light + band * (0.25 + 1.4 * look.hair[k]!);
}

function shirt(color: Light, look: Complexion, { x, y, facing, open }: Spot): void {
  const weave = 1 + 0.05 * Math.sin(9 * x) * Math.sin(9 * y);
  const light = 0.32 * open + 0.9 * diffuse(facing, 0.3) * (0.4 + 0.6 * open);
  for (let k = 0; k < 3; k++) color[k] = look.shirt[k]! * weave * light;
}

function unit([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** 0 to 1, the same for the same pixel always. */
function noise(pixel: number): number {
  const mixed = Math.imul(pixel ^ (pixel >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) & 1023) / 1023;
}

/** Light to sRGB by a table, since a power for each pixel would take half of the time. */
function tone(value: number): number {
  return toneTable[Math.max(0, Math.min(4095, (value * 2048) | 0))]!;
}

const toneTable = Uint8Array.from({ length: 4096 }, (_, i) => {
  const light = i / 2048;
  const held = light < 0.6 ? light : 0.6 + 0.4 * (1 - Math.exp(-(light - 0.6) / 0.4));
  return Math.round(255 * held ** (1 / 2.2));
});
