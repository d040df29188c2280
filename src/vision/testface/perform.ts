import type { Step } from '../judge/Step.ts';
import type { TestFaceFrame } from './TestFaceFrame.ts';

/** What the test face does when it is asked for a step: well beyond what the step needs, well within what is human. */
const targets: Record<Step, TestFaceFrame> = {
  center: {},
  turn_left: { yaw: 24 },
  turn_right: { yaw: -24 },
  look_up: { pitch: 19 },
  look_down: { pitch: -18 },
  blink: { blink: 1 },
};

/**
 * The frame between two steps.
 * @param from what it did before.
 * @param to what it was asked to do.
 * @param seconds since it was asked; the movement takes half a second, a blink a fifth.
 * @param clock seconds since the beginning, for the slight sway of somebody alive.
 */
export function perform(from: Step, to: Step, seconds: number, clock: number): TestFaceFrame {
  const t = Math.max(0, Math.min(1, seconds / (from === 'blink' || to === 'blink' ? 0.2 : 0.5)));
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
