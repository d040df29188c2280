/** Euclidean distance of two descriptors (`Eye.describe`): 0 the same picture, about 0.6 the border between people. */
export function faceDistance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}
