import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createDesk } from '../../../src/service/checks/examine/createDesk.ts';
import { createEye } from '../../../src/vision/index.ts';
import { eyeFiles } from '../../support/eyeFiles.ts';
import { performed } from '../../support/faces.ts';
import { clips, framesOf, hasClips } from '../../vision/support.ts';

interface Truth {
  yaw: number;
  pitch: number;
  blink: number;
}

const shows: Record<ChallengeStep, (truth: Truth) => boolean> = {
  center: ({ yaw, pitch, blink }) => yaw === 0 && pitch === 0 && blink === 0,
  turn_left: ({ yaw }) => yaw >= 20,
  turn_right: ({ yaw }) => yaw <= -20,
  look_up: ({ pitch }) => pitch >= 14,
  look_down: ({ pitch }) => pitch <= -14,
  blink: ({ blink }) => blink === 1,
};
const random: ChallengeStep[] = ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink'];
/** Every challenge of two random steps with a turn, in both orders, as far as 18 of them. */
const challenges = random
  .flatMap((one) => random.map((other): ChallengeStep[] => ['center', one, other]))
  .filter(([, one, other]) => one !== other && [one, other].some((step) => step!.startsWith('turn')))
  .concat([
    ['center', 'turn_left', 'look_up', 'blink'],
    ['center', 'look_down', 'turn_right', 'turn_left'],
    ['center', 'blink', 'look_up', 'turn_left'],
    ['center', 'turn_right', 'blink', 'look_down'],
  ]);

describe.skipIf(!hasClips)('captures from the clip of a portrait (../shared/faces)', async () => {
  const desk = createDesk(await createEye((await eyeFiles()).parts));
  const film = hasClips ? framesOf(readFileSync(join(clips, 'portrait-all.mjpeg'))) : [];
  const truth = hasClips
    ? (JSON.parse(readFileSync(join(clips, 'portrait-all.truth.json'), 'utf8')) as Truth[])
    : [];
  const frame = (step: ChallengeStep) => film[truth.findIndex(shows[step])]!;
  const judge = (steps: ChallengeStep[], files: Buffer[], reference: Buffer | null = null) =>
    desk.judge({ frames: steps.map((step, index) => ({ step, file: files[index]! })), reference });

  test('are as many as they were when this was tried', () => {
    expect(challenges).toHaveLength(18);
  });

  test.each(challenges)('pass when honest: %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    expect((await judge(steps, steps.map(frame))).selfie).toBe('passed');
  });

  test.each(challenges)('fail in every other way: %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    const honest = steps.map(frame);
    const failed = { selfie: 'retry', reasons: ['selfie_challenge_failed'] };
    expect(await judge(steps, [honest[0]!, ...honest.slice(2), honest[1]!])).toMatchObject(failed);
    const mirrored = await Promise.all(honest.map((file) => sharp(file).flop().jpeg().toBuffer()));
    expect(await judge(steps, mirrored)).toMatchObject(failed);
    expect(
      await judge(
        steps,
        steps.map((_, index) => film[index]!),
      ),
    ).toMatchObject(failed);
    const stranger = (await performed(steps, 1)).at(-1)!;
    expect(await judge(steps, [...honest.slice(0, -1), stranger])).toMatchObject({
      selfie: 'spoof',
      reasons: ['selfie_different_faces'],
    });
  });

  test('match the portrait and no other', async () => {
    const steps = challenges[0]!;
    const portrait = readFileSync(join(clips, 'portrait.jpg'));
    expect(await judge(steps, steps.map(frame), portrait)).toMatchObject({ faceMatch: { result: 'match' } });
    expect(await judge(steps, await performed(steps, 2), portrait)).toMatchObject({ selfie: 'no_match' });
  });
});
