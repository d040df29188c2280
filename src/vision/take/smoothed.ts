import type { Thumbnail } from './Thumbnail.ts';

/** A grid without steps from cell to cell: each cell with a quarter of its neighbours on either side, across and then down. */
export function smoothed({ columns, rows, luma }: Thumbnail): Thumbnail {
  const across = new Float32Array(luma.length);
  for (let start = 0; start < luma.length; start += columns) {
    for (let i = start; i < start + columns; i++) {
      const before = luma[i > start ? i - 1 : i]!;
      const after = luma[i < start + columns - 1 ? i + 1 : i]!;
      across[i] = (before + 2 * luma[i]! + after) / 4;
    }
  }
  const both = new Float32Array(luma.length);
  const last = columns * (rows - 1);
  for (let i = 0; i < luma.length; i++) {
    const above = across[i >= columns ? i - columns : i]!;
    const below = across[i < last ? i + columns : i]!;
    both[i] = (above + 2 * across[i]! + below) / 4;
  }
  return { columns, rows, luma: both };
}
