/** A picture as few numbers: mean luma of the cells of a grid, rows from the top. */
export interface Thumbnail {
  columns: number;
  rows: number;
  /** 0 to 255 each. */
  luma: Float32Array;
}
