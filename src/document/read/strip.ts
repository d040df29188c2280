/** The characters of a zone in the order of the network's classes; the class after them is "no character here". */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const CLASSES = ALPHABET.length + 1;
/** The class of a place between two characters, or without any. */
export const NOTHING = ALPHABET.length;

/** Height of a strip in pixels: a line of a zone, straight, with `PITCH` pixels from one character to the next. */
export const STRIP_HEIGHT = 20;
export const PITCH = 12;
/** Pixels between two outputs of the network; the first one looks at the pixels around `FIRST_CENTRE`. */
export const STRIDE = 4;
export const FIRST_CENTRE = 9.5;

/**
 * Removes light, shadow and contrast from a strip: each pixel minus the mean around it, in units of the deviation
 * around it. Around: the whole height, and one and a half characters to each side.
 * @param strip rows of `width` lumas, 0 to 255; overwritten.
 */
export function normaliseStrip(strip: Float32Array, width: number): void {
  const [sums, squares] = columnSums(strip, width);
  const reach = 1.5 * PITCH;
  const [means, scales] = [new Float64Array(width), new Float64Array(width)];
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const count = (to - from) * STRIP_HEIGHT;
    const mean = (sums[to]! - sums[from]!) / count;
    const variance = (squares[to]! - squares[from]!) / count - mean ** 2;
    means[x] = mean;
    scales[x] = 1 / (Math.sqrt(Math.max(0, variance)) + flatDeviation);
  }
  for (let row = 0; row < strip.length; row += width)
    for (let x = 0; x < width; x++) strip[row + x] = (strip[row + x]! - means[x]!) * scales[x]!;
}

/** The sums of the lumas and of their squares in all columns before each column. Row by row, as they are in memory. */
function columnSums(strip: Float32Array, width: number): [Float64Array, Float64Array] {
  const [sums, squares] = [new Float64Array(width + 1), new Float64Array(width + 1)];
  for (let row = 0; row < strip.length; row += width) {
    for (let x = 0; x < width; x++) {
      const luma = strip[row + x]!;
      sums[x + 1]! += luma;
      squares[x + 1]! += luma * luma;
    }
  }
  for (let x = 0; x < width; x++) {
    sums[x + 1]! += sums[x]!;
    squares[x + 1]! += squares[x]!;
  }
  return [sums, squares];
}

/** Below a deviation of some lumas there is no text, only noise, which must not be amplified. */
const flatDeviation = 4;
