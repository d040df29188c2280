import type { Picture } from '../picture.ts';
import { type Area, type Grid, gridOf } from './pictureGrid.ts';

/** Cells of the grid of a moment, across and down: each about a twentieth of the width of the face. */
export const CELLS = 32;
/** Side of the square around a face, in widths of the face: with hair, chin and some of the room. */
const SIDE = 1.5;
/** Minimum standard deviation of the luma, of 255: a nearly uniform picture resembles any other. */
const MIN_CONTRAST = 8;

/** The square around a face in which the moments of its film are compared, in shares of the picture. */
export function areaAround(face: { x: number; y: number; width: number }, { width, height }: Picture): Area {
  const side = SIDE * face.width;
  return {
    x: (face.x - side / 2) / width,
    y: (face.y - side / 2) / height,
    width: side / width,
    height: side / height,
  };
}

/** The luma of an area, small enough to be sent and stored. @returns `null` for a nearly uniform one. */
export function momentGrid(picture: Picture, area: Area): Uint8Array | null {
  const { luma } = gridOf(picture, area, CELLS);
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
  const variance = luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length;
  return variance < MIN_CONTRAST ** 2 ? null : Uint8Array.from(luma, Math.round);
}

/** The grid of the mirrored picture. */
export function mirrored(grid: Uint8Array): Uint8Array {
  return grid.map((_, at) => grid[at - 2 * (at % CELLS) + CELLS - 1]!);
}

export function asGrid(grid: Uint8Array): Grid {
  return { side: CELLS, luma: Float32Array.from(grid) };
}
