import type { ChallengeStep } from '../contract/selfieCheck.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

/** The pose of the test face for each step: clearly beyond the step's threshold, and within human range. */
const targets: Record<ChallengeStep, TestFaceFrame> = {
  center: {},
  turn_left: { yaw: 24 },
  turn_right: { yaw: -24 },
  look_up: { pitch: 19 },
  look_down: { pitch: -18 },
  blink: { blink: 1 },
};

/**
 * The frame at a time between two steps.
 * @param from the previous step.
 * @param to the requested step.
 * @param seconds since the request. A movement takes half a second, from one side to the other a whole second, a blink
 *   a fifth.
 * @param clock seconds since the start, for a slight natural sway.
 */
export function perform(
  from: ChallengeStep,
  to: ChallengeStep,
  seconds: number,
  clock: number,
): TestFaceFrame {
  const t = Math.max(0, Math.min(1, seconds / durationOf(from, to)));
  const eased = t * t * (3 - 2 * t);
  const between = (key: 'yaw' | 'pitch' | 'blink') => {
    const [a, b] = [targets[from][key] ?? 0, targets[to][key] ?? 0];
    return a + (b - a) * eased;
  };
  return {
    yaw: between('yaw') + 0.5 * Math.sin(clock * 1.1),
    pitch: between('pitch') + 0.4 * Math.sin(clock * 0.8 + 1),
    roll: 0.4 * Math.sin(clock * 0.6 + 2),
    blink: between('blink'),
    x: 0.1 * Math.sin(clock * 0.9),
    y: 0.08 * Math.sin(clock * 1.3),
  };
}

/** Duration of a movement in seconds: that of a person who follows an instruction, not of a shaken head. */
function durationOf(from: ChallengeStep, to: ChallengeStep): number {
  const [a, b] = [targets[from], targets[to]];
  const angle = Math.hypot((a.yaw ?? 0) - (b.yaw ?? 0), (a.pitch ?? 0) - (b.pitch ?? 0));
  return angle === 0 ? 0.2 : Math.max(0.5, angle / 48);
}
