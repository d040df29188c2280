import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { readPhotograph } from '../../bench/support/attacks/Photograph.ts';
import { playedRecording } from '../../bench/support/attacks/playedTake.ts';
import { stretched } from '../../bench/support/attacks/printSources.ts';
import { warped } from '../../bench/support/attacks/warped.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg, type TestPerson } from '../../support/faces.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const engine = await openServiceFaceEngine();
const handler = createTaskHandler(engine);
const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up'];

test.each([0, 2] as TestPerson[])(
  'a stretched photograph of test face %i does not pass as a turn',
  async (person) => {
    const photograph = (await readPhotograph(engine, await faceJpeg({}, person)))!;
    const recording = await playedRecording(steps, 50, (pose, size) =>
      warped(photograph, stretched(photograph, pose), size === 'full' ? 1 : 2),
    );
    expect(await handler.judge(evidenceOf(steps, recording))).toMatchObject({
      selfie: 'retry',
      reasons: ['selfie_challenge_failed'],
      liveness: { result: 'fail' },
    });
  },
);
