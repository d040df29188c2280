import { type Outlines, type Segment, segmentsOf } from '../document/build/glyphOutline.ts';
import ocrB from '../document/build/ocrB.json' with { type: 'json' };
import type { Picture } from '../vision/picture.ts';

/** Red, green and blue, 0 to 255. */
export type Ink = readonly [number, number, number];

/** A sheet that is printed on. Lengths are in millimetres from its upper left corner. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  /** Pixels of a millimetre. */
  readonly scale: number;
  readonly #data: Uint8ClampedArray<ArrayBuffer>;

  constructor({ width, height, scale }: { width: number; height: number; scale: number }) {
    this.width = Math.round(width * scale);
    this.height = Math.round(height * scale);
    this.scale = scale;
    this.#data = new Uint8ClampedArray(4 * this.width * this.height).fill(255);
  }

  get picture(): Picture & { data: Uint8ClampedArray<ArrayBuffer> } {
    return { width: this.width, height: this.height, data: this.#data, channels: 4 };
  }

  /** Prints everywhere: a color for each place. */
  fill(color: (x: number, y: number) => Ink): void {
    for (let y = 0, at = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, at += 4) this.#data.set(color(x / this.scale, y / this.scale), at);
  }

  rectangle([left, top, right, bottom]: readonly [number, number, number, number], ink: Ink): void {
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((value) => Math.round(value * this.scale)) as [
      number,
      number,
      number,
      number,
    ];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) this.#data.set(ink, 4 * (y * this.width + x));
  }

  /** Prints a picture, scaled. */
  image(from: Picture, [left, top, right, bottom]: readonly [number, number, number, number]): void {
    const [x0, y0] = [Math.round(left * this.scale), Math.round(top * this.scale)];
    const [w, h] = [Math.round((right - left) * this.scale), Math.round((bottom - top) * this.scale)];
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const to = 4 * ((y0 + y) * this.width + x0 + x);
        const [u, v] = [((x + 0.5) * from.width) / w - 0.5, ((y + 0.5) * from.height) / h - 0.5];
        for (let i = 0; i < 3; i++) this.#data[to + i] = between(from, u, v, i);
      }
    }
  }

  /**
   * Prints capital letters, digits, fillers and spaces in OCR-B.
   * @param place of the first character's left end and of the line's foot.
   * @param pitch from character to character.
   * @param cover 1 hides what is below it.
   */
  text(text: string, { x, y, pitch, ink, turn = 0, cover = 1 }: TextPlace): void {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    [...text].forEach((character, i) => {
      const outline = (ocrB as Outlines)[character];
      if (!outline) return;
      const size = (pitch * this.scale) / outline.advance;
      const [startX, startY] = [(x + i * pitch * cos) * this.scale, (y + i * pitch * sin) * this.scale];
      const point = (u: number, v: number): [number, number] => [
        startX + size * (u * cos + v * sin),
        startY + size * (u * sin - v * cos),
      ];
      const segments = segmentsOf(outline.path).map(
        ([x0, y0, x1, y1]): Segment => [...point(x0, y0), ...point(x1, y1)],
      );
      this.#fill(segments, ink, cover);
    });
  }

  /** Fills an outline: how much of a pixel is covered is measured along four rows of it. */
  #fill(segments: Segment[], ink: Ink, cover: number): void {
    const [xs, ys] = [0, 1].map((i) => segments.flatMap((one) => [one[i]!, one[i + 2]!])) as [
      number[],
      number[],
    ];
    const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.ceil(Math.max(...xs))];
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.ceil(Math.max(...ys))];
    const covered = new Float32Array(right - left + 1);
    for (let row = top; row < Math.min(bottom, this.height); row++) {
      covered.fill(0);
      for (let part = 0; part < 4; part++) addSpans(covered, left, segments, row + (part + 0.5) / 4);
      for (let x = left; x < Math.min(right, this.width); x++) {
        const share = Math.min(1, covered[x - left]! / 4) * cover;
        const at = 4 * (row * this.width + x);
        if (share > 0)
          for (let i = 0; i < 3; i++) this.#data[at + i]! += share * (ink[i]! - this.#data[at + i]!);
      }
    }
  }
}

interface TextPlace {
  x: number;
  y: number;
  pitch: number;
  ink: Ink;
  /** Radians, clockwise. */
  turn?: number;
  cover?: number;
}

/** Adds how much of each pixel of a row is inside the outline, at the height `y`. */
function addSpans(covered: Float32Array, left: number, segments: Segment[], y: number): void {
  const crossings: [number, number][] = [];
  for (const [x0, y0, x1, y1] of segments) {
    if (y0 <= y === y1 <= y) continue;
    crossings.push([x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), y1 > y0 ? 1 : -1]);
  }
  crossings.sort((a, b) => a[0] - b[0]);
  let winding = 0;
  crossings.forEach(([x, direction], i) => {
    winding += direction;
    if (winding === 0 || i + 1 === crossings.length) return;
    const [from, to] = [x - left, crossings[i + 1]![0] - left];
    for (let pixel = Math.max(0, Math.floor(from)); pixel < Math.min(covered.length, to); pixel++)
      covered[pixel]! += Math.max(0, Math.min(to, pixel + 1) - Math.max(from, pixel));
  });
}

function between({ width, height, data, channels }: Picture, u: number, v: number, channel: number): number {
  const [x, y] = [Math.max(0, Math.min(width - 1.001, u)), Math.max(0, Math.min(height - 1.001, v))];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [tx, ty] = [x - left, y - top];
  const at = (top * width + left) * channels + channel;
  const below = at + width * channels;
  const upper = data[at]! + (data[at + channels]! - data[at]!) * tx;
  const lower = data[below]! + (data[below + channels]! - data[below]!) * tx;
  return upper + (lower - upper) * ty;
}
