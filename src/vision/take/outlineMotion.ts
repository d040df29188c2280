import { affineResidual } from './affineResidual.ts';
import type { FaceBox } from './Scene.ts';
import type { Thumbnail } from './Thumbnail.ts';

/**
 * How far hair, ears and what is behind them moved against each other from one picture to another, in widths of the
 * face: a head that turns takes its outline along and uncovers what was behind it. A photograph whose face is stretched
 * keeps them where they are.
 * @param face of the first picture.
 * @returns 0 for pictures of different shapes, `null` where there is next to nothing about the face.
 */
export function outlineMotion(from: Thumbnail, to: Thumbnail, face: FaceBox): number | null {
  if (from.columns !== to.columns || from.rows !== to.rows) return 0;
  const cells = outlineCells(from, face);
  if (cells.length < LEAST_CELLS) return null;
  const moved = affineResidual(from, to, cells);
  return moved === null ? null : moved / (face.width * from.columns);
}

const LEAST_CELLS = 60;
/** The outline of a face that looks straight ahead, in widths of its landmarks across and down. */
const OUTLINE = { across: 0.42, down: 0.5 };
/** From there to so many times as far, and no lower than the mouth: shoulders move as they like. */
const REACH = { from: 1.02, to: 1.45, lowest: 0.25 };

function outlineCells({ columns, rows }: Thumbnail, { x, y, width }: FaceBox): number[] {
  const cells: number[] = [];
  for (let row = 1; row < rows - 1; row++) {
    const v = ((row + 0.5) / columns - y) / width;
    if (v >= REACH.lowest) break;
    const down = (v / OUTLINE.down) ** 2;
    for (let column = 1; column < columns - 1; column++) {
      const far = ((column + 0.5) / columns - x) / width / OUTLINE.across;
      const square = far * far + down;
      if (square > REACH.from ** 2 && square < REACH.to ** 2) cells.push(row * columns + column);
    }
  }
  return cells;
}
