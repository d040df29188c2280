import { captureLimits } from '../../../contract/captureLimits.ts';

/** What is left of a gap after a late timer. */
const MOST_GAP_MS = captureLimits.trail.gapMs - 40;

/**
 * Leaves frames out, evenly, until a trail has few enough and few enough bytes; never so that a gap gets too long.
 * @returns `null` when the frames don't make a trail: too few, a gap already, or more than can be left out.
 */
export function thinnedTrail<Frame extends { time: number }>(
  frames: readonly Frame[],
  sizeOf: (frame: Frame) => number,
  mostBytes: number,
): readonly Frame[] | null {
  const { min, max } = captureLimits.trail.frames;
  const hasGap = frames.some(
    ({ time }, i) => i > 0 && time - frames[i - 1]!.time > captureLimits.trail.gapMs,
  );
  if (hasGap || frames.length < min) return null;
  let kept = frames;
  const isTooMuch = () =>
    kept.length > max || kept.reduce((sum, frame) => sum + sizeOf(frame), 0) > mostBytes;
  while (isTooMuch()) {
    const fewer = withoutSomeAtRest(kept);
    if (fewer.length === kept.length) return kept.length > max ? null : kept;
    kept = fewer;
  }
  return kept;
}

/** Every second frame less, where its neighbours stay near enough to each other; the first and the last stay. */
function withoutSomeAtRest<Frame extends { time: number }>(frames: readonly Frame[]): Frame[] {
  const kept: Frame[] = [];
  let isNext = false;
  for (const [index, frame] of frames.entries()) {
    const [before, after] = [kept.at(-1), frames[index + 1]];
    const maySkip: boolean =
      isNext && before !== undefined && after !== undefined && after.time - before.time <= MOST_GAP_MS;
    if (!maySkip) kept.push(frame);
    isNext = !maySkip;
  }
  return kept;
}
