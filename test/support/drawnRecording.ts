import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { perform } from '../../src/testface/perform.ts';
import { faceJpeg, type TestPerson } from './faces.ts';

/** A capture with its take, as the page sends it. */
export interface DrawnRecording {
  frames: Buffer[];
  trail: Buffer[];
  trailTimes: number[];
  times: number[];
}

/** Milliseconds between two trail frames, and duration of a step: up to a second of movement, then at rest. */
const EACH_MS = 125;
const STEP_MS = 1250;

/**
 * A recording of a test face that performs the steps in order: a full picture at the end of each step, and motion
 * frames of 320 pixels. The face does not sway at rest, so its frames are drawn once for all recordings of a process.
 */
export async function drawnRecording(
  steps: readonly ChallengeStep[],
  person: TestPerson = 0,
): Promise<DrawnRecording> {
  // No face returns to exactly the same pose: a repeated movement ends slightly differently.
  const earlier = (index: number) => steps.slice(0, index).filter((step) => step === steps[index]).length;
  const poses = steps.flatMap((step, index) =>
    Array.from({ length: STEP_MS / EACH_MS }, (_, n) =>
      perform(steps[Math.max(0, index - 1)]!, step, ((n + 1) * EACH_MS) / 1000, earlier(index)),
    ),
  );
  const drawn = await Promise.all(poses.map((pose) => faceJpeg(pose, person)));
  return {
    frames: steps.map((_, index) => drawn[((index + 1) * STEP_MS) / EACH_MS - 1]!),
    trail: await Promise.all(drawn.map(small)),
    trailTimes: drawn.map((_, n) => n * EACH_MS),
    times: steps.map((_, index) => (index + 1) * STEP_MS - EACH_MS),
  };
}

const shrunk = new WeakMap<Buffer, Promise<Buffer>>();

/** A picture as a frame of a trail. */
export function small(picture: Buffer): Promise<Buffer> {
  const made = shrunk.get(picture) ?? sharp(picture).resize(320).jpeg({ quality: 70 }).toBuffer();
  shrunk.set(picture, made);
  return made;
}
