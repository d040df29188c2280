import type { Person } from './people.ts';

/** The texture of the face from the front: the square roots of red, green and blue light, and the gloss. */
export interface PaintMap {
  width: number;
  texels: Uint8Array;
}

/** Texels per cm, and the extent of the map on the head in cm. */
export const paintPlace = { scale: 15, left: -9, top: 9, width: 18, height: 22 } as const;

type Paint = [number, number, number];

/** Paints skin, brows, lips, cheeks, nostrils, beard, freckles and lines. */
export function paintMap(person: Person): PaintMap {
  const { scale, left, top } = paintPlace;
  const [width, height] = [paintPlace.width * scale, paintPlace.height * scale];
  const texels = new Uint8Array(4 * width * height);
  const color: Paint = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const gloss = paintAt(person, (column + 0.5) / scale + left, top - (row + 0.5) / scale, color);
      const at = 4 * (row * width + column);
      for (let k = 0; k < 3; k++) texels[at + k] = 255 * Math.sqrt(Math.min(1, color[k]!));
      texels[at + 3] = 255 * gloss;
    }
  }
  return { width, texels };
}

/** @returns the gloss, 0 to 1. */
function paintAt(person: Person, x: number, y: number, color: Paint): number {
  const side = Math.abs(x);
  const { skin, head, blush: rosy, age } = person;
  const red = rosy * blush(side, y);
  const hollow = 0.16 * spot(side - 3.1, y + 1.35, 1.3, 0.45) + 0.1 * spot(side - 1.75, y - 0.2, 0.5, 0.8);
  const dots = person.freckles && person.freckles * freckles(x, y) * spot(side - 3, y + 2.8, 3.2, 1.6);
  const lines = age && age * wrinkles(side, y, x);
  const tints = [
    1 - 0.2 * dots - hollow,
    1 - 0.24 * red - 0.34 * dots - 1.1 * hollow,
    1 - 0.26 * red - 0.4 * dots - 0.9 * hollow,
  ];
  for (let k = 0; k < 3; k++) color[k] = skin[k]! * tints[k]! * (1 - lines * [0.3, 0.42, 0.46][k]!);
  const lipped = lip(side, y, head.lips);
  mix(color, person.lips, 0.72 * lipped);
  const shadow = Math.max(nostril(side, y, head.nose), mouthLine(side, y), 0.32 * corner(side, y));
  for (let k = 0; k < 3; k++) color[k]! *= 1 - shadow * [0.72, 0.86, 0.86][k]!;
  const hairs = Math.max(
    brow(side, y, person.brows),
    person.beard && person.beard * stubble(side, y, head.lips),
  );
  for (let k = 0; k < 3; k++) color[k]! += (0.75 * person.hair[k]! - color[k]!) * hairs;
  return (0.35 + 0.5 * lipped + 0.15 * spot(side, y + 3.4, 0.9, 1)) * (1 - 0.85 * hairs) * (1 - shadow);
}

function mix(color: Paint, other: readonly [number, number, number], share: number): void {
  for (let k = 0; k < 3; k++) color[k]! += (other[k]! - color[k]!) * share;
}

/** Strokes that lean outwards and become flatter towards the end. */
function brow(x: number, y: number, { thick, lift, arch }: Person['brows']): number {
  const t = (x - 1.25) / 3.9;
  if (t < -0.06 || t > 1.06) return 0;
  const middle = 1.95 + lift + arch * (1.45 * t - 1.4 * t * t);
  const half = thick * (0.42 - 0.27 * t * t);
  const across = (y - middle) / half;
  const strokes = 0.88 + 0.12 * Math.sin(24 * (x - (0.9 - 0.7 * t) * (y - middle)) + 2 * Math.sin(7 * x));
  return band(across, 0.85) * edge(t, -0.05, 0.22) * edge(1 - t, -0.04, 0.3) * strokes;
}

function lip(x: number, y: number, fullness: number): number {
  const u = x / 2.3;
  if (u > 1.05) return 0;
  const round = Math.sqrt(Math.max(0, 1 - u * u));
  const line = mouth(x);
  const bow = line + fullness * (0.66 * round ** 1.6 - 0.16 * Math.exp(-((x / 0.4) ** 2)));
  const bottom = line - fullness * 0.84 * round ** 1.2;
  return edge(bow - y, -0.06, 0.2) * edge(y - bottom, -0.08, 0.26) * edge(1 - u, 0, 0.3);
}

/** The height of the mouth line: its corners are slightly higher, for a relaxed expression. */
function mouth(x: number): number {
  return -7.22 + 0.095 * x * x - 0.05 * Math.exp(-((x / 0.5) ** 2));
}

function mouthLine(x: number, y: number): number {
  return band((y - mouth(x)) / 0.12, 0.8) * edge(2.3 - x, 0, 0.8) * 0.85;
}

/** The soft shadow at the corners of the lips. */
function corner(x: number, y: number): number {
  return spot(x - 2.25, y - mouth(2.25), 0.24, 0.2);
}

/** Stubble on chin, jaw and upper lip, except for the lips. */
function stubble(x: number, y: number, fullness: number): number {
  const jaw =
    edge(-5.2 - y + 0.42 * (x - 3.2), -0.3, 1.5) * edge(Math.hypot(x / 3.1, (y + 7.2) / 2), 0.82, 0.4);
  const upperLip = band((y + 6 + 0.06 * x * x) / 0.72, 0.7) * edge(3 - x, 0, 0.9);
  const chin = spot(x, y + 9.3, 1.3, 0.7);
  const rough = 0.8 + 0.2 * noise(x / 0.13, y / 0.2);
  const ends = edge(y + 12.6, 0, 1.6);
  return Math.min(1, Math.max(jaw, upperLip, chin)) * 0.92 * rough * ends * (1 - lip(x, y, fullness));
}

function blush(x: number, y: number): number {
  const cheek = spot(x - 4.4, y + 3, 1.9, 1.5);
  return (
    cheek + 0.55 * spot(x, y + 3.6, 1.2, 0.9) + 0.25 * spot(x, y + 9.6, 1.5, 0.9) + 0.6 * edge(x, 6.9, 0.8)
  );
}

function nostril(x: number, y: number, nose: number): number {
  return edge(1 - Math.hypot((x - 0.6 * nose) / (0.4 * nose), (y + 4.55) / 0.21), 0, 0.8) * 0.8;
}

/** The folds beside the mouth, crow's feet and lines of the forehead. */
function wrinkles(x: number, y: number, signed: number): number {
  const t = (-3.6 - y) / 3.6;
  const fold = 1.45 + 2.1 * Math.max(0, t) ** 0.6 - 0.35 * t ** 4 - x;
  const mouthFold = t > 0 && t < 1.1 ? ridge(fold, 0.22, 0.9) * edge(t, 0, 0.4) * edge(1.1 - t, 0, 0.7) : 0;
  let feet = 0;
  for (const slope of [-0.42, -0.05, 0.34]) {
    feet = Math.max(
      feet,
      band((y + 0.05 - slope * (x - 4.4)) / 0.1, 1) * edge(x, 4.9, 0.3) * edge(6.2 - x, 0, 0.8),
    );
  }
  let forehead = 0;
  for (const height of [4.1, 5.1, 6]) {
    const line = height + 0.12 * Math.cos(1.1 * x) + 0.07 * Math.sin(2.1 * signed + height);
    forehead = Math.max(forehead, band((y - line) / 0.14, 1) * edge(3.4 - x, 0, 1.5));
  }
  const bag = ridge(y + 1.35 - 0.13 * (x - 3.2) ** 2, 0.12, 0.4) * edge(1.5 - Math.abs(x - 3.2), 0, 0.8);
  return Math.max(0.9 * mouthFold, 0.55 * feet, 0.4 * forehead, 0.5 * bag);
}

/** A line that is dark at 0, fading over `hard` to one side and `soft` to the other. */
function ridge(t: number, hard: number, soft: number): number {
  return t < 0 ? edge(1 + t / hard, 0, 1) : edge(1 - t / soft, 0, 1) ** 2;
}

function freckles(x: number, y: number): number {
  const [cx, cy] = [Math.floor(x / 0.42), Math.floor(y / 0.42)];
  const [dx, dy] = [x / 0.42 - cx - 0.3 - 0.4 * random(cx, cy), y / 0.42 - cy - 0.3 - 0.4 * random(cy, cx)];
  return random(cx + 50, cy) < 0.55 ? edge(0.36 - Math.hypot(dx, dy), 0, 0.22) : 0;
}

/** Smooth noise, 0 to 1. */
function noise(x: number, y: number): number {
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  const across = edge(x - cx, 0, 1);
  const row = (at: number) => random(cx, at) + (random(cx + 1, at) - random(cx, at)) * across;
  return row(cy) + (row(cy + 1) - row(cy)) * edge(y - cy, 0, 1);
}

function random(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 73) ^ Math.imul(y, 17909) ^ 0x9e37, 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 15)) & 255) / 255;
}

function spot(dx: number, dy: number, width: number, height: number): number {
  return Math.exp(-((dx / width) ** 2) - (dy / height) ** 2);
}

/** 1 in the middle of the range -1 to 1, decreasing to 0 at its ends. */
function band(t: number, soft: number): number {
  return edge(1 - Math.abs(t), 0, soft);
}

/** A ramp: 0 below `from`, 1 from `from + width` on. */
function edge(t: number, from: number, width: number): number {
  const s = Math.max(0, Math.min(1, (t - from) / width));
  return s * s * (3 - 2 * s);
}
