/** Tones of parts of a face relative to its forehead: logarithms of ratios of their means, so that the light itself cancels out. */
export interface FaceTones {
  /** About the mouth: red, green and blue. */
  mouth: readonly [number, number, number];
  /** About the eyes, above and below them: luma. */
  eyes: number;
}
