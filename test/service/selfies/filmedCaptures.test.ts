import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import type { DrawnRecording } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { performed } from '../../support/faces.ts';
import { filmRecording, shows } from '../../support/filmRecording.ts';
import { films } from '../../support/films.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const random: ChallengeStep[] = ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink'];
const isTurn = (step?: ChallengeStep) => step === 'turn_left' || step === 'turn_right';
const isLook = (step?: ChallengeStep) => step === 'look_up' || step === 'look_down';
/** Every challenge of a turn and a look, in both orders, and some with one step more. */
const challenges = random
  .flatMap((one) => random.map((other): ChallengeStep[] => ['center', one, other]))
  .filter(([, one, other]) => (isTurn(one) && isLook(other)) || (isLook(one) && isTurn(other)))
  .concat([
    ['center', 'turn_left', 'look_up', 'blink'],
    ['center', 'look_down', 'turn_right', 'turn_left'],
    ['center', 'blink', 'look_up', 'turn_left'],
    ['center', 'turn_right', 'blink', 'look_down'],
  ]);

describe.each(await films())('captures from the film of a $name', async (whole) => {
  const { frames: film, truth, portrait } = whole;
  const handler = createTaskHandler(await openServiceFaceEngine());
  const frame = (step: ChallengeStep) => film[truth.findIndex(shows[step])]!;
  const judge = (
    steps: ChallengeStep[],
    capture: Buffer[] | DrawnRecording,
    reference: Buffer | null = null,
  ) => handler.judge(evidenceOf(steps, capture, { reference }));

  test('have the expected number', () => {
    expect(challenges).toHaveLength(12);
  });

  test.each(challenges)('pass if genuine: %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    expect(await judge(steps, await filmRecording(whole, steps))).toMatchObject({ selfie: 'passed' });
    expect(await judge(steps, steps.map(frame))).toMatchObject({
      selfie: 'not_performed',
      reasons: ['selfie_trail_missing'],
    });
  });

  test.each(challenges)('fail for every forgery: %s %s %s %s', async (...drawn) => {
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
    const recording = await filmRecording(whole, steps);
    const stranger = (await performed(steps, 1)).at(-1)!;
    const swapped = { ...recording, frames: [...recording.frames.slice(0, -1), stranger] };
    expect(await judge(steps, swapped)).toMatchObject({ selfie: 'retry' });
  });

  test('match their own portrait only', async () => {
    const steps = challenges[0]!;
    expect(await judge(steps, steps.map(frame), portrait)).toMatchObject({
      faceMatch: { result: 'match' },
    });
    const { faceMatch } = await judge(steps, await performed(steps, 1), portrait);
    expect(faceMatch.result).not.toBe('match');
  });
});
