import type { Picture } from '../picture.ts';
import { type Area, type Grid, gridOf } from './pictureGrid.ts';
import { type Placement, placed, stepTowards } from './placement.ts';

const SAME: Placement = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };
/** Sides of the grids on which two pictures are aligned, coarse to fine: first as a whole, then around the face. */
const WHOLE_SIDES = [16, 32, 64];
const FACE_SIDES = [32, 64];
const ROUNDS = 6;
/** The search ends after a step that moves less than this, in shares of the picture. */
const STILL = 2e-4;
/** Maximum effect of cropping by some pixels, on scale and on position. */
const MAX_CHANGE = 0.1;
/** Cells of one block, across and down. */
const BLOCK = 8;
/** Variance of the luma, of 255 squared, that coding alone may cause. */
const NOISE = 40;
/** The quantile of the blocks' residuals that is reported. */
const QUANTILE = 0.95;
/** Minimum share of the blocks that must be in both pictures. */
const MIN_SHARE = 0.5;
/** Share of a picture at each edge that is ignored: coding and cropping blur it. */
const EDGE = 0.005;

/**
 * Share of one picture's face content that another picture lacks: 0 for the same exposure, however it was coded,
 * scaled, cropped by some pixels or filtered; about 1 for unrelated pictures. The other picture is aligned first. The
 * face is then divided into blocks, and each contributes the share of its contrast that remains.
 * @param face its place in the picture.
 */
export function pictureResidual(picture: Picture, other: Picture, face: Area): number {
  let placement: Placement = SAME;
  for (const side of WHOLE_SIDES) placement = align(gridOf(picture, WHOLE, side), other, WHOLE, placement);
  for (const side of FACE_SIDES) placement = align(gridOf(picture, face, side), other, face, placement);
  const side = FACE_SIDES.at(-1)!;
  const otherFace = placed(face, placement);
  const [grid, otherGrid] = [gridOf(picture, face, side), gridOf(other, otherFace, side)];
  const residuals: number[] = [];
  for (let top = 0; top < side; top += BLOCK) {
    for (let left = 0; left < side; left += BLOCK) {
      const block = { x: left / side, y: top / side, width: BLOCK / side, height: BLOCK / side };
      if (isWithin(face, block) && isWithin(otherFace, block))
        residuals.push(blockResidual(grid, otherGrid, left, top));
    }
  }
  if (residuals.length < MIN_SHARE * (side / BLOCK) ** 2) return 1;
  return residuals.sort((a, b) => a - b)[Math.floor(QUANTILE * residuals.length)]!;
}

/**
 * Aligns the pictures by Gauss-Newton and returns the placement with the smallest residual. A result too far from the
 * start is no alignment; the start is returned.
 */
function align(grid: Grid, other: Picture, area: Area, start: Placement): Placement {
  let placement = start;
  for (let round = 0; round < ROUNDS; round++) {
    const step = stepTowards(grid, gridOf(other, placed(area, placement), grid.side), area, placement);
    if (!step) return placement;
    placement = {
      scaleX: placement.scaleX + step.scaleX,
      scaleY: placement.scaleY + step.scaleY,
      x: placement.x + step.x,
      y: placement.y + step.y,
    };
    const { scaleX, scaleY, x, y } = placement;
    if (Math.max(Math.abs(scaleX - 1), Math.abs(scaleY - 1), Math.hypot(x, y)) > MAX_CHANGE) return start;
    if (Math.hypot(step.scaleX, step.scaleY, step.x, step.y) < STILL) break;
  }
  return placement;
}

/** Whether a part of an area is within the picture. */
function isWithin(area: Area, part: Area): boolean {
  const [x, y] = [area.x + part.x * area.width, area.y + part.y * area.height];
  const [right, below] = [x + part.width * area.width, y + part.height * area.height];
  return Math.min(x, y) >= EDGE && Math.max(right, below) <= 1 - EDGE;
}

/** The residual of a block, with its own gain and offset, because lamps, filters and coding change the luma locally. */
function blockResidual({ side, luma }: Grid, { luma: otherLuma }: Grid, left: number, top: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + BLOCK; y++) {
    for (let x = left; x < left + BLOCK; x++) {
      const [one, other] = [luma[side * y + x]!, otherLuma[side * y + x]!];
      a += one;
      b += other;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  const count = BLOCK ** 2;
  const variances = aa / count - (a / count) ** 2 + bb / count - (b / count) ** 2;
  const covariance = ab / count - (a / count) * (b / count);
  return Math.max(0, variances - 2 * covariance) / (variances + 2 * NOISE);
}
