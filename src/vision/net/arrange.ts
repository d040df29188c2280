import { padded } from './padded.ts';

/**
 * Lays a filter of `outputs` x `taps` x `inputs` numbers out for `gemm`: panels of 8 outputs, in each the
 * taps and (padded) inputs in turn, 8 numbers side by side.
 */
export function columnPanels(
  filter: Float32Array,
  outputs: number,
  taps: number,
  inputs: number,
): Float32Array {
  const wide = padded(inputs);
  const depth = taps * wide;
  const panels = new Float32Array(Math.ceil(outputs / 8) * depth * 8);
  let from = 0;
  for (let output = 0; output < outputs; output++) {
    const panel = (output >> 3) * depth * 8 + (output & 7);
    for (let tap = 0; tap < taps; tap++) {
      let to = panel + tap * wide * 8;
      for (let input = 0; input < inputs; input++, to += 8) panels[to] = filter[from++]!;
    }
  }
  return panels;
}

/** Rows of `channels` numbers, each row filled up with zeros to the padded width, and 4 more, since `gemm` reads 8 at once. */
export function paddedChannels(numbers: Float32Array, channels: number): Float32Array {
  const wide = padded(channels);
  const rows = numbers.length / channels;
  const result = new Float32Array(rows * wide + 4);
  for (let row = 0; row < rows; row++) {
    result.set(numbers.subarray(row * channels, (row + 1) * channels), row * wide);
  }
  return result;
}
