import type { HeadShape } from './headParts.ts';

/** The paint on the face, seen from the front: strengths 0 to 255, four per texel. */
export interface PaintMap {
  width: number;
  texels: Uint8Array;
}

/** Order within a texel. */
export const paint = { brow: 0, lips: 1, blush: 2, dark: 3 } as const;

/** Texels per cm, and the corner of the map on the head: face's right, up. */
export const paintPlace = { scale: 20, left: -8, top: 6 } as const;

/** Paints brows, lips, cheeks, nostrils and the line of the mouth. */
export function paintMap({
  nose,
  lips,
  brows,
  beard,
}: Pick<HeadShape, 'nose' | 'lips' | 'brows' | 'beard'>): PaintMap {
  const [width, height] = [16 * paintPlace.scale, 20 * paintPlace.scale];
  const texels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = Math.abs(column / paintPlace.scale + paintPlace.left);
      const y = paintPlace.top - row / paintPlace.scale;
      const hairs = Math.max(brow(x, y, brows), beard * stubble(x, y, lips));
      const strengths = [hairs, lip(x, y, lips), blush(x, y), Math.max(nostril(x, y, nose), mouthLine(x, y))];
      texels.set(
        strengths.map((value) => Math.round(255 * Math.max(0, Math.min(1, value)))),
        4 * (row * width + column),
      );
    }
  }
  return { width, texels };
}

function brow(x: number, y: number, thick: number): number {
  const t = (x - 1.3) / 3.9;
  if (t < -0.05 || t > 1.05) return 0;
  const middle = 1.72 + 1.5 * t - 1.15 * t * t;
  const half = thick * (0.4 - 0.24 * t);
  const hairs = 0.8 + 0.2 * Math.sin(26 * x - 17 * y) * Math.sin(11 * x + 5 * y);
  return band((y - middle) / half, 0.75) * edge(t, 0, 0.12) * edge(1 - t, 0, 0.2) * hairs * 0.92;
}

function lip(x: number, y: number, fullness: number): number {
  const u = x / 2.55;
  if (u > 1.05) return 0;
  const round = Math.sqrt(Math.max(0, 1 - u * u));
  const line = mouth(x);
  const bow = line + fullness * (0.8 * round ** 1.3 - 0.18 * Math.exp(-((x / 0.35) ** 2)));
  const bottom = line - fullness * 0.98 * round;
  return edge(bow - y, -0.06, 0.14) * edge(y - bottom, -0.06, 0.2);
}

/** The corners of the mouth are a little higher: a friendly face. */
function mouth(x: number): number {
  return -7.3 + 0.08 * x * x;
}

function mouthLine(x: number, y: number): number {
  return band((y - mouth(x)) / 0.09, 0.5) * edge(2.65 - x, 0, 0.5) * 0.8;
}

/** Chin, jaw and upper lip, with the lips left free. */
function stubble(x: number, y: number, fullness: number): number {
  const jaw =
    edge(-5.4 - y + 0.33 * (x - 3.2), 0, 0.9) * edge(Math.hypot(x / 3.2, (y + 7.4) / 2.1), 0.85, 0.25);
  const upperLip = band((y + 6.05 + 0.05 * x * x) / 0.62, 0.5) * edge(3 - x, 0, 0.9);
  const rough = 0.82 + 0.18 * Math.sin(31 * x) * Math.sin(37 * y + 9 * x);
  return Math.max(jaw * edge(y + 11.3, 0, 0.8), upperLip) * rough * (1 - lip(x, y, fullness));
}

function blush(x: number, y: number): number {
  const cheek = Math.exp(-(((x - 4.5) / 1.9) ** 2) - ((y + 3.3) / 1.5) ** 2);
  const tip = Math.exp(-((x / 1.1) ** 2) - ((y + 3.8) / 0.9) ** 2);
  return cheek + 0.5 * tip;
}

function nostril(x: number, y: number, nose: number): number {
  return edge(1 - Math.hypot((x - 0.62 * nose) / 0.36, (y + 4.6) / 0.2), 0, 0.6) * 0.85;
}

/** 1 in the middle of -1 to 1, falling to 0 at the ends. */
function band(t: number, soft: number): number {
  return edge(1 - Math.abs(t), 0, soft);
}

/** 0 below `from`, 1 from `from + width` on. */
function edge(t: number, from: number, width: number): number {
  const s = Math.max(0, Math.min(1, (t - from) / width));
  return s * s * (3 - 2 * s);
}
