import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { type DrawnRecording, drawnRecording } from './drawnRecording.ts';

/** Every movement in one take, from which those that a challenge asks for are cut. */
const STEPS: ChallengeStep[] = ['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink'];

/** The files of one recording, put in the order of a challenge, each changed on the way. */
export async function replayedRecording(
  steps: readonly ChallengeStep[],
  change = async (file: Buffer) => file,
): Promise<DrawnRecording> {
  const { frames, trail, ...times } = await cutRecording(steps);
  return {
    ...times,
    frames: await Promise.all(frames.map(change)),
    trail: await Promise.all(trail.map(change)),
  };
}

/** The same with all movements in its trail: whatever is cut from the film later was used before. */
export async function wholeRecording(steps: readonly ChallengeStep[]): Promise<DrawnRecording> {
  const { frames } = await cutRecording(steps);
  const { trail, trailTimes } = await cutRecording(STEPS);
  return { frames, trail, trailTimes, times: steps.map((_, index) => (index + 1) * 1250 - 125) };
}

async function cutRecording(steps: readonly ChallengeStep[]): Promise<DrawnRecording> {
  const whole = await drawnRecording(STEPS);
  const length = whole.trail.length / STEPS.length;
  const parts = steps.map((step) => STEPS.indexOf(step));
  const trail = parts.flatMap((part) => whole.trail.slice(part * length, (part + 1) * length));
  return {
    frames: parts.map((part) => whole.frames[part]!),
    trail,
    trailTimes: trail.map((_, index) => index * 125),
    times: parts.map((_, index) => (index + 1) * 1250 - 125),
  };
}
