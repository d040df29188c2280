import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { type DrawnRecording, drawnRecording } from './drawnRecording.ts';

/** Every movement in one take, from which those that a challenge asks for are cut. */
const STEPS: ChallengeStep[] = ['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink'];

/** The files of one recording, put in the order of a challenge, each changed on the way. */
export async function replayedRecording(
  steps: readonly ChallengeStep[],
  change = async (file: Buffer) => file,
): Promise<DrawnRecording> {
  const whole = await drawnRecording(STEPS);
  const length = whole.trail.length / STEPS.length;
  const parts = steps.map((step) => STEPS.indexOf(step));
  const trail = parts.flatMap((part) => whole.trail.slice(part * length, (part + 1) * length));
  return {
    frames: await Promise.all(parts.map((part) => change(whole.frames[part]!))),
    trail: await Promise.all(trail.map(change)),
    trailTimes: trail.map((_, index) => index * 125),
    times: parts.map((_, index) => (index + 1) * 1250 - 125),
  };
}

/** Changes of a picture that give it other bytes: re-encoded, scaled, cropped and relit. */
export const disguises: Record<string, (file: Buffer) => Promise<Buffer>> = {
  none: async (file) => file,
  coded: (file) => sharp(file).jpeg({ quality: 40 }).toBuffer(),
  webp: (file) => sharp(file).webp({ quality: 50 }).toBuffer(),
  scaled: async (file) => {
    const { width } = await sharp(file).metadata();
    return await sharp(file)
      .resize(Math.round(1.1 * width))
      .jpeg({ quality: 70 })
      .toBuffer();
  },
  lit: (file) => sharp(file).linear(1.1, -8).jpeg({ quality: 70 }).toBuffer(),
  /** By an eightieth of the width at each side, and a little larger. */
  cut: async (file) => {
    const { width, height } = await sharp(file).metadata();
    const edge = Math.round(width / 80);
    return await sharp(file)
      .extract({ left: edge, top: edge, width: width - 2 * edge, height: height - 2 * edge })
      .resize(Math.round(width * 1.05))
      .jpeg({ quality: 55 })
      .toBuffer();
  },
};
