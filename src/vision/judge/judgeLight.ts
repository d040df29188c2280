import type { Picture } from '../Picture.ts';

/** Too dark for a face to be made out, or nothing but one tone. */
export type LightProblem = 'too_dark' | 'no_contrast';

/** Out of 255. Below the first no face can be made out; below the second there is nothing but one tone. */
const DARKEST_MEAN = 28;
const FLATTEST_DEVIATION = 4;
const SAMPLES = 20_000;

/** Whether there is light and any contrast in a picture; `null` if so. Luma by ITU-R BT.601, sampled evenly. */
export function judgeLight({ data, channels }: Picture): LightProblem | null {
  const pixels = data.length / channels;
  const stride = Math.max(1, Math.floor(pixels / SAMPLES));
  let [count, sum, squares] = [0, 0, 0];
  for (let pixel = 0; pixel < pixels; pixel += stride, count++) {
    const at = pixel * channels;
    const luma = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    sum += luma;
    squares += luma * luma;
  }
  const mean = sum / count;
  if (mean < DARKEST_MEAN) return 'too_dark';
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return deviation < FLATTEST_DEVIATION ? 'no_contrast' : null;
}
