import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { type DrawnRecording, small } from './drawnRecording.ts';
import type { Film } from './films.ts';

const EACH_MS = 130;
/** Of the film's 30 frames a second. */
const STRIDE = 4;

/** Which frame of a film shows a step. */
export const shows: Record<ChallengeStep, (truth: Film['truth'][number]) => boolean> = {
  center: ({ yaw, pitch, blink }) => Math.hypot(yaw, pitch) < 1 && blink === 0,
  turn_left: ({ yaw }) => yaw >= 20,
  turn_right: ({ yaw }) => yaw <= -20,
  look_up: ({ pitch }) => pitch >= 14,
  look_down: ({ pitch }) => pitch <= -14,
  blink: ({ blink }) => blink === 1,
};

/** A take from a film that shows each step after a neutral frame: from there to each step, and back the same way. */
export async function filmRecording(
  { frames, truth }: Film,
  steps: readonly ChallengeStep[],
): Promise<DrawnRecording> {
  const order: number[] = [];
  const at: number[] = [];
  for (const [position, step] of steps.entries()) {
    // A movement that is asked for again is shown by another frame.
    const earlier = steps.slice(0, position).filter((one) => one === step).length;
    const before = (index: number) => truth.slice(0, index).findLastIndex(shows.center);
    const all = truth.flatMap((pose, index) => (shows[step](pose) && before(index) >= 0 ? [index] : []));
    const shown = all[Math.min(earlier, all.length - 1)]!;
    const neutral = step === 'center' ? shown : before(shown);
    const way: number[] = [];
    for (let i = neutral; i < shown; i += STRIDE) way.push(i);
    order.push(...way, shown);
    at.push(order.length - 1);
    order.push(...way.toReversed());
  }
  // A face at rest to begin with, and enough frames for a trail.
  const lead = Array.from({ length: 4 }, () => order[0]!);
  return {
    frames: at.map((index) => frames[order[index]!]!),
    trail: await Promise.all([...lead, ...order].map((index) => small(frames[index]!))),
    trailTimes: [...lead, ...order].map((_, n) => n * EACH_MS),
    times: at.map((index) => (index + lead.length) * EACH_MS),
  };
}
