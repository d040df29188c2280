import type { TrailReader } from '../../../vision/index.ts';
import { serviceLimits } from './serviceLimits.ts';

/** The trail that the frames come from, and the time of each frame. */
export interface Moments {
  reader: TrailReader;
  times: readonly number[];
}

/**
 * The descriptor of a step picture, and those of the trail's frames about its time.
 * @param beside how many frames before and after the nearest one.
 */
export function viewsAt(
  own: Float32Array,
  { reader, times }: Moments,
  step: number,
  beside: 0 | 1 = 1,
): Float32Array[] {
  const middle = reader.nearest(times[step]!);
  const around = beside === 0 ? [middle] : [middle - 1, middle, middle + 1];
  const near = around.filter(
    (index) =>
      index >= 0 &&
      index < reader.length &&
      Math.abs(reader.pictures[index]!.time - times[step]!) <= serviceLimits.momentMs,
  );
  return [own, ...near.map((index) => reader.describe(index)).filter((view) => view !== null)];
}
