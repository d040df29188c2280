import type { Thumbnail } from './Thumbnail.ts';

/** A grid without steps from cell to cell: each cell with a quarter of its neighbours on either side, across and then down. */
export function smoothed({ columns, rows, luma }: Thumbnail): Thumbnail {
  return { columns, rows, luma: along(along(luma, 1, columns), columns, rows) };

  function along(from: Float32Array, stride: number, length: number): Float32Array {
    const to = new Float32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const place = Math.floor(i / stride) % length;
      const before = from[place > 0 ? i - stride : i]!;
      const after = from[place < length - 1 ? i + stride : i]!;
      to[i] = (before + 2 * from[i]! + after) / 4;
    }
    return to;
  }
}
