import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { readPhotograph } from '../../bench/support/attacks/Photograph.ts';
import { playedTake } from '../../bench/support/attacks/playedTake.ts';
import { stretched } from '../../bench/support/attacks/printSources.ts';
import { warped } from '../../bench/support/attacks/warped.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg, type Who } from '../../support/faces.ts';
import { serviceEye } from '../../support/openFaceEngine.ts';

const eye = await serviceEye();
const handler = createTaskHandler(eye);
const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up'];

test.each([0, 2] as Who[])('a photograph of test face %i that is stretched does not turn', async (who) => {
  const photograph = (await readPhotograph(eye, await faceJpeg({}, who)))!;
  const take = await playedTake(steps, 50, (pose, size) =>
    warped(photograph, stretched(photograph, pose), size === 'full' ? 1 : 2),
  );
  expect(await handler.judge(evidenceOf(steps, take))).toMatchObject({
    selfie: 'retry',
    reasons: ['selfie_challenge_failed'],
    liveness: { result: 'fail' },
  });
});
