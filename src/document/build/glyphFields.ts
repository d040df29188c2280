import { readFileSync } from 'node:fs';
import { ALPHABET } from '../read/strip.ts';
import { type Outline, type Outlines, segmentsOf } from './glyphOutline.ts';

/** Distances to the outline of a glyph in pitches, negative inside, on a grid around the middle of its cell. */
export type GlyphField = Float32Array;

/** Cells of the grid of a field: `FIELD_SCALE` to a pitch. */
export const FIELD_WIDTH = 56;
export const FIELD_HEIGHT = 68;
export const FIELD_SCALE = 40;

/** The fields of the glyphs of one cut, in the order of the alphabet. */
export type Cut = GlyphField[];

/**
 * The cuts of the characters of a zone: OCR-B with round and with sharp ends, and OCR-A.
 * Outlines: fonts-ocr-b and fonts-ocr-a of Debian, public domain (see NOTICE).
 */
export function readCuts(): Record<CutName, Cut> {
  const cutOf = (name: CutName) => {
    const outlines = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as Outlines;
    return [...ALPHABET].map((character) => fieldOf(outlines[character]!));
  };
  return { ocrB: cutOf('ocrB'), ocrBSharp: cutOf('ocrBSharp'), ocrA: cutOf('ocrA') };
}

type CutName = 'ocrB' | 'ocrBSharp' | 'ocrA';
function fieldOf({ advance, path }: Outline): GlyphField {
  const segments = Float64Array.from(
    segmentsOf(path).flatMap(([x0, y0, x1, y1]) => [
      x0 / advance - 0.5,
      middle - y0 / advance,
      x1 / advance - 0.5,
      middle - y1 / advance,
    ]),
  );
  const field = new Float32Array(FIELD_WIDTH * FIELD_HEIGHT);
  for (let row = 0; row < FIELD_HEIGHT; row++) {
    for (let column = 0; column < FIELD_WIDTH; column++) {
      const x = (column - (FIELD_WIDTH - 1) / 2) / FIELD_SCALE;
      const y = (row - (FIELD_HEIGHT - 1) / 2) / FIELD_SCALE;
      field[row * FIELD_WIDTH + column] = signedDistance(segments, x, y);
    }
  }
  return field;
}

/** Half the height of a capital letter in pitches: the middle of a line. */
const middle = 0.493;

/** @param segments four numbers each: arrays of their own would take most of the time. */
function signedDistance(segments: Float64Array, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let winding = 0;
  for (let i = 0; i < segments.length; i += 4) {
    const x0 = segments[i]!;
    const y0 = segments[i + 1]!;
    const y1 = segments[i + 3]!;
    const dx = segments[i + 2]! - x0;
    const dy = y1 - y0;
    const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    const offX = x - x0 - along * dx;
    const offY = y - y0 - along * dy;
    nearest = Math.min(nearest, offX * offX + offY * offY);
    if (y0 <= y !== y1 <= y && x < x0 + ((y - y0) / dy) * dx) winding += dy > 0 ? 1 : -1;
  }
  return winding === 0 ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}
