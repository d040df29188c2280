import type { Picture } from '../vision/picture.ts';
import type { DrawnDocument } from './drawDocument.ts';

/** How a document is held before the drawn camera. */
export interface Hold {
  /** Width and height of a frame in pixels. */
  width?: number;
  height?: number;
  /** Share of the frame's width that the page takes. */
  fill?: number;
  /** Degrees: turned clockwise in the picture, swung about the upright axis, tipped about the level one. */
  roll?: number;
  yaw?: number;
  tip?: number;
  /** Offset of the page's middle, in shares of the frame. */
  x?: number;
  y?: number;
  /** How much the hand moves: 0 not at all, 1 as hands do. */
  shake?: number;
  /** Brightness: 1 is good light, 0.2 too dark. */
  light?: number;
  /** Strength of the lamp's reflection, 0 to 1; it wanders as the hand tips the page. */
  glare?: number;
  /** How deep a fold across the page is, 0 to 1. */
  crease?: number;
  /** Millimetres by which the middle of the page stands up between its left and its right edge. */
  bend?: number;
  /** Whether the page is in the window of a wallet: leather on its margin, a film with reflections over it. */
  window?: boolean;
  /** Whether a thumb lies on the page's right edge, beside its portrait and its zone. */
  thumb?: boolean;
  /** Deviation of the blur in pixels. */
  blur?: number;
  /** Deviation of the noise in levels of 255. */
  noise?: number;
  /** Which hand: another number moves otherwise. */
  seed?: number;
}

/**
 * One frame of a film in which a hand holds a page before a camera, above a table. Equal moments of equal films have equal
 * bytes. A frame of 1280 x 720 takes about a tenth of a second.
 * @param seconds since the film began.
 * @returns RGBA.
 */
export function filmDocument(
  page: DrawnDocument,
  hold: Hold,
  seconds: number,
): Picture & { data: Uint8ClampedArray<ArrayBuffer> } {
  const { width = 1280, height = 720, light = 1, glare = 0, noise = 3, seed = 1 } = hold;
  const hand = handAt(hold, seconds);
  const toPage = pointsOf(page, hand, { width, height, bend: hold.bend ?? 0 });
  const data = new Uint8ClampedArray(4 * width * height);
  const point = { u: 0, v: 0, slope: 0 };
  const lamp = { x: 0.5 + 0.02 * hand.yaw, y: 0.45 + 0.025 * hand.tip };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      toPage(x, y, point);
      const { u, v, slope } = point;
      const bright = light * (1.06 - 0.16 * (x / width) - 0.1 * (y / height)) * (1 - 0.8 * slope);
      const isOn = printed(page, u, v, data, at);
      if (!isOn) table(x / width, y / width, data, at);
      if (hold.crease && isOn) crease(u / page.width, hold.crease, data, at);
      if (hold.window) walletWindow(u / page.width, v / page.height, hand.yaw, data, at);
      if (hold.thumb) thumb(u / page.width - 1, (v - page.height / 2) / page.width, data, at);
      const [a, b] = [u / page.width - lamp.x, v / page.height - lamp.y];
      const shine = isOn && glare > 0 ? 230 * glare * Math.exp(-((a / 0.2) ** 2 + (b / 0.12) ** 2)) : 0;
      for (let i = 0; i < 3; i++) data[at + i] = data[at + i]! * bright + shine;
      data[at + 3] = 255;
    }
  }
  soften(data, width, height, hold.blur ?? 0);
  if (noise > 0) roughen(data, noise, Math.imul(seed, 7919) + Math.round(seconds * 1000));
  return { width, height, data, channels: 4 };
}

/** A hand is never still: slow waves of several lengths, different for each seed. */
function handAt(
  hold: Hold,
  seconds: number,
): Required<Pick<Hold, 'fill' | 'roll' | 'yaw' | 'tip' | 'x' | 'y'>> {
  const { fill = 0.8, roll = 0, yaw = 0, tip = 0, x = 0, y = 0, shake = 1, seed = 1 } = hold;
  const sway = (which: number, most: number) => {
    const phase = seed * 1.7 + which * 2.3;
    return shake * most * (0.6 * Math.sin(1.9 * seconds + phase) + 0.4 * Math.sin(5.3 * seconds + 3 * phase));
  };
  return {
    fill: fill * (1 + sway(0, 0.015)),
    roll: roll + sway(1, 1.2),
    yaw: yaw + sway(2, 2.5),
    tip: tip + sway(3, 2.5),
    x: x + sway(4, 0.008),
    y: y + sway(5, 0.01),
  };
}

/** A point of the page in its pixels, and how steeply the page rises there from left to right. */
interface PagePoint {
  u: number;
  v: number;
  slope: number;
}

/** Finds the point of the page that a pixel of the frame shows, where the ray through the pixel meets the page. */
function pointsOf(
  page: DrawnDocument,
  { fill, roll, yaw, tip, x, y }: ReturnType<typeof handAt>,
  { width, height, bend }: { width: number; height: number; bend: number },
): (x: number, y: number, to: PagePoint) => void {
  const [a, b, c] = [roll, yaw, tip].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  // The camera stands three page widths away.
  const distance = 3 * page.width;
  const focal = (fill * width * distance) / page.width;
  const [sinA, cosA, sinB, cosB, sinC, cosC] = [a, b, c].flatMap((angle) => [
    Math.sin(angle),
    Math.cos(angle),
  ]) as [number, number, number, number, number, number];
  const right = [cosA * cosB, sinA * cosB, sinB] as const;
  const down = [cosA * sinB * sinC - sinA * cosC, sinA * sinB * sinC + cosA * cosC, -cosB * sinC] as const;
  // Away from the camera.
  const deep = [
    right[1] * down[2] - right[2] * down[1],
    right[2] * down[0] - right[0] * down[2],
    right[0] * down[1] - right[1] * down[0],
  ] as const;
  const [cx, cy] = [width * (0.5 + x), height * (0.5 + y)];
  // How much of each direction the ray through a pixel has: p[0] x + p[1] y + p[2].
  const [r, d, n] = [right, down, deep].map(([i, j, k]) => [
    i / focal,
    j / focal,
    k - (i * cx + j * cy) / focal,
  ]) as [number[], number[], number[]];
  const middle = [right, down, deep].map((axis) => distance * axis[2]) as [number, number, number];
  const rise = (bend * page.width) / page.millimetres;
  return (px, py, to) => {
    let [lift, across] = [0, 0];
    // Where the page is bent, the height is that of the point that was found with the height before.
    for (let pass = rise > 0 ? 3 : 1; pass > 0; pass--) {
      const reach = (middle[2] - lift) / (n[0]! * px + n[1]! * py + n[2]!);
      to.u = page.width / 2 + reach * (r[0]! * px + r[1]! * py + r[2]!) - middle[0];
      to.v = page.height / 2 + reach * (d[0]! * px + d[1]! * py + d[2]!) - middle[1];
      across = Math.max(-1, Math.min(1, (2 * to.u) / page.width - 1));
      lift = rise * (1 - across * across);
    }
    to.slope = (-4 * rise * across) / page.width;
  };
}

/** Copies a point of the page, between its pixels. */
function printed(page: DrawnDocument, u: number, v: number, to: Uint8ClampedArray, at: number): boolean {
  const { width, height, data } = page;
  if (!(u >= 0 && v >= 0 && u < width - 1 && v < height - 1)) return false;
  const [left, top] = [u | 0, v | 0];
  const [tx, ty] = [u - left, v - top];
  const from = 4 * (top * width + left);
  const below = from + 4 * width;
  for (let i = 0; i < 3; i++) {
    const upper = data[from + i]! + (data[from + 4 + i]! - data[from + i]!) * tx;
    const lower = data[below + i]! + (data[below + 4 + i]! - data[below + i]!) * tx;
    to[at + i] = upper + (lower - upper) * ty;
  }
  return true;
}

/** A table of dark wood. */
function table(x: number, y: number, to: Uint8ClampedArray, at: number): void {
  const grain = Math.sin(60 * y + 3 * Math.sin(4 * x) + 0.6 * Math.sin(31 * x));
  to[at] = 104 + 10 * grain;
  to[at + 1] = 78 + 8 * grain;
  to[at + 2] = 58 + 6 * grain;
}

/** A fold: the paper turns away from the light on one side of it, and towards it on the other. */
function crease(u: number, depth: number, to: Uint8ClampedArray, at: number): void {
  const off = (u - 0.58) / 0.007;
  const shade = 1 + 0.9 * depth * off * Math.exp(-off * off);
  for (let i = 0; i < 3; i++) to[at + i]! *= shade;
}

/** @param u and @param v in widths and heights of the page. @param tilt of the hand, which moves the reflections. */
function walletWindow(u: number, v: number, tilt: number, to: Uint8ClampedArray, at: number): void {
  const off = Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5));
  if (off > 0.62) return;
  const isLeather = off > 0.485;
  const streak = 34 * Math.max(0, Math.sin(9 * u + 5 * v + 0.3 * tilt)) ** 12;
  [52, 38, 32].forEach((leather, i) => {
    to[at + i] = isLeather ? leather : 0.86 * to[at + i]! + 20 + streak;
  });
}

/** @param x from the page's right edge and @param y from its middle, in widths of the page. */
function thumb(x: number, y: number, to: Uint8ClampedArray, at: number): void {
  const along = Math.max(0, -x - 0.02);
  const roundness = (along / 0.07) ** 2 + (y / 0.065) ** 2;
  if (roundness > 1 || x > 0.25) return;
  const shade = 1 - 0.35 * (y / 0.065) ** 2;
  [210, 158, 132].forEach((value, i) => {
    to[at + i] = value * shade;
  });
}

/** Three boxes are nearly a lens. */
function soften(data: Uint8ClampedArray, width: number, height: number, deviation: number): void {
  const reach = Math.round((Math.sqrt(4 * deviation ** 2 + 1) - 1) / 2);
  if (reach < 1) return;
  const line = new Uint8ClampedArray(Math.max(width, height));
  const box = (start: number, step: number, length: number) => {
    for (let i = 0; i < length; i++) line[i] = data[start + i * step]!;
    const near = (i: number) => line[Math.max(0, Math.min(length - 1, i))]!;
    let sum = 0;
    for (let i = -reach; i <= reach; i++) sum += near(i);
    for (let i = 0; i < length; i++) {
      data[start + i * step] = sum / (2 * reach + 1);
      sum += near(i + reach + 1) - near(i - reach);
    }
  };
  for (let pass = 0; pass < 3; pass++) {
    for (let channel = 0; channel < 3; channel++) {
      for (let y = 0; y < height; y++) box(4 * y * width + channel, 4, width);
      for (let x = 0; x < width; x++) box(4 * x + channel, 4 * width, height);
    }
  }
}

function roughen(data: Uint8ClampedArray, deviation: number, seed: number): void {
  let state = seed | 1;
  for (let at = 0; at < data.length; at += 4) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    // The sum of four even numbers from 0 to 255, whose deviation is 148.
    const bytes = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24);
    const grain = ((bytes - 510) / 148) * deviation;
    for (let i = 0; i < 3; i++) data[at + i]! += grain;
  }
}
