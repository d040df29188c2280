import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg, type TestPerson } from '../../support/faces.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const handler = createTaskHandler(await openServiceFaceEngine());

/** A print of a face, turned about its upright or its level middle line, as it looks from afar. */
async function tilted(person: TestPerson, axis: 'upright' | 'level', degrees: number): Promise<Buffer> {
  const share = Math.cos((degrees * Math.PI) / 180);
  const [width, height] =
    axis === 'upright' ? [Math.round(640 * share), 480] : [640, Math.round(480 * share)];
  return await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808080' } })
    .composite([
      {
        input: await sharp(await faceJpeg({}, person))
          .resize(width, height, { fit: 'fill' })
          .toBuffer(),
      },
    ])
    .jpeg()
    .toBuffer();
}

test.each([0, 1, 2] as TestPerson[])(
  'a print of test face %i performs no step at any tilt',
  async (person) => {
    const still = await faceJpeg({}, person);
    for (const step of ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink'] as ChallengeStep[]) {
      for (const axis of ['upright', 'level'] as const) {
        for (const degrees of [15, 30, 45]) {
          const frames = [still, await tilted(person, axis, degrees)];
          const { reasons } = await handler.judge(evidenceOf(['center', step], frames));
          expect(reasons, `${step} ${axis} ${degrees}`).not.toContain('selfie_trail_missing');
        }
      }
    }
  },
);
