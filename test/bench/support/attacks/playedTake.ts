import type { ChallengeStep } from '../../../../src/contract/selfieCheck.ts';
import type { DrawnRecording } from '../../../support/drawnRecording.ts';
import type { Pose } from './Pose.ts';

/** Milliseconds between two frames, and how many of them a step has: most for the way, the last ones at rest. */
const EACH_MS = 125;
const WAY = 6;
const FRAMES = 9;

/**
 * A take in which something answers a challenge as smoothly as it can.
 * @param degrees how far it turns.
 * @param draw a JPEG of it in a pose, of its full size or, for the trail, half as large.
 */
export async function playedRecording(
  steps: readonly ChallengeStep[],
  degrees: number,
  draw: (pose: Pose, size: 'full' | 'half') => Promise<Buffer>,
): Promise<DrawnRecording> {
  const frames: Buffer[] = [];
  const trail: Buffer[] = [];
  for (const [index, step] of steps.entries()) {
    const [from, to] = [poseOf(steps[Math.max(0, index - 1)]!, degrees), poseOf(step, degrees)];
    for (let n = 1; n <= FRAMES; n++) trail.push(await draw(between(from, to, Math.min(1, n / WAY)), 'half'));
    frames.push(await draw(to, 'full'));
  }
  return {
    frames,
    trail,
    trailTimes: trail.map((_, n) => n * EACH_MS),
    times: steps.map((_, index) => ((index + 1) * FRAMES - 1) * EACH_MS),
  };
}

function poseOf(step: ChallengeStep, degrees: number): Pose {
  const turn = { turn_left: 1, turn_right: -1 }[step as string] ?? 0;
  const look = { look_up: 1, look_down: -1 }[step as string] ?? 0;
  return { yaw: turn * degrees, pitch: look * degrees, blink: step === 'blink' ? 1 : 0 };
}

/** Slow at both ends, like a print moved by hand. */
function between(from: Pose, to: Pose, share: number): Pose {
  const eased = share * share * (3 - 2 * share);
  const mix = (a: number, b: number) => a + (b - a) * eased;
  return { yaw: mix(from.yaw, to.yaw), pitch: mix(from.pitch, to.pitch), blink: mix(from.blink, to.blink) };
}
