import type { Area, Grid } from './pictureGrid.ts';

/** The placement of one picture in another, in shares of the pictures: position times scale, plus shift. */
export interface Placement {
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
}

/** Scales, shift, gain and offset of the luma. */
const UNKNOWNS = 6;

/** The position of an area of one picture in the other. */
export function placed({ x, y, width, height }: Area, { scaleX, scaleY, ...shift }: Placement): Area {
  return {
    x: scaleX * x + shift.x,
    y: scaleY * y + shift.y,
    width: scaleX * width,
    height: scaleY * height,
  };
}

/**
 * The change of a placement that minimises the difference of an area in two pictures: least squares to the first order,
 * with gain and offset of the luma fitted simultaneously (Lucas and Kanade, 1981).
 * @param grid of the one picture.
 * @param seen of the other one, at the placement.
 * @returns `null` if the luma does not determine it, such as in a uniform area.
 */
export function stepTowards(
  { side, luma }: Grid,
  { luma: otherLuma }: Grid,
  area: Area,
  { scaleX, scaleY }: Placement,
): Placement | null {
  const matrix = Array.from({ length: UNKNOWNS }, () => new Float64Array(UNKNOWNS + 1));
  const row = new Float64Array(UNKNOWNS);
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const at = side * y + x;
      // Gradients of the other picture's luma by its own coordinates, which move with the placement.
      const slopeX = ((otherLuma[at + 1]! - otherLuma[at - 1]!) * side) / (2 * area.width * scaleX);
      const slopeY = ((otherLuma[at + side]! - otherLuma[at - side]!) * side) / (2 * area.height * scaleY);
      const placeX = area.x + ((x + 0.5) / side) * area.width;
      const placeY = area.y + ((y + 0.5) / side) * area.height;
      row.set([slopeX * placeX, slopeY * placeY, slopeX, slopeY, otherLuma[at]! / 255, 1]);
      add(matrix, row, luma[at]! - otherLuma[at]!);
    }
  }
  const solution = solve(matrix);
  return solution && { scaleX: solution[0]!, scaleY: solution[1]!, x: solution[2]!, y: solution[3]! };
}

/** Adds one equation to the normal equations. */
function add(matrix: readonly Float64Array[], row: Float64Array, right: number): void {
  for (let i = 0; i < UNKNOWNS; i++) {
    const line = matrix[i]!;
    for (let j = 0; j < UNKNOWNS; j++) line[j]! += row[i]! * row[j]!;
    line[UNKNOWNS]! += row[i]! * right;
  }
}

/** Gauss-Jordan elimination with pivots. @returns `null` if there is no unique solution. */
function solve(matrix: Float64Array[]): number[] | null {
  for (let i = 0; i < UNKNOWNS; i++) {
    let pivot = i;
    for (let k = i + 1; k < UNKNOWNS; k++)
      if (Math.abs(matrix[k]![i]!) > Math.abs(matrix[pivot]![i]!)) pivot = k;
    [matrix[i], matrix[pivot]] = [matrix[pivot]!, matrix[i]!];
    const head = matrix[i]![i]!;
    if (Math.abs(head) < 1e-9) return null;
    for (let j = i; j <= UNKNOWNS; j++) matrix[i]![j]! /= head;
    for (const [k, line] of matrix.entries()) {
      if (k === i) continue;
      const factor = line[i]!;
      for (let j = i; j <= UNKNOWNS; j++) line[j]! -= factor * matrix[i]![j]!;
    }
  }
  return matrix.map((line) => line[UNKNOWNS]!);
}
