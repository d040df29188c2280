/**
 * The lumas (ITU-R BT.601) of float32 pixels of 4 channels.
 * @param to where to write them, one for each pixel.
 */
export function lumaOf(pixels: Float32Array, to: Float32Array): Float32Array {
  for (let i = 0; i < to.length; i++) {
    to[i] = 0.299 * pixels[4 * i]! + 0.587 * pixels[4 * i + 1]! + 0.114 * pixels[4 * i + 2]!;
  }
  return to;
}
