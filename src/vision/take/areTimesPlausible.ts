/** What the times of a take have to keep to, in milliseconds. */
export interface TimeLimits {
  gap: number;
  duration: number;
}

/** A step can't be met sooner after the one before it. */
const LEAST_STEP = 150;
/** How far the first and the last step picture may lie outside of the trail, and by how much a timer is late. */
const SLACK = 60;

/** Whether the times of the steps and of the trail between them are those of one take. */
export function areTimesPlausible(
  times: readonly number[],
  trailTimes: readonly number[],
  { gap, duration }: TimeLimits,
): boolean {
  const [first, last] = [trailTimes[0]!, trailTimes.at(-1)!];
  const inOrder = times.every((time, i) => i === 0 || time - times[i - 1]! >= LEAST_STEP);
  const inside = times[0]! >= first - SLACK && times.at(-1)! <= last + SLACK;
  const gaps = trailTimes.slice(1).map((time, i) => time - trailTimes[i]!);
  return inOrder && inside && Math.max(...gaps) <= gap + SLACK && last - first <= duration;
}
