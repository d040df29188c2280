import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg, performed, type TestPerson } from '../../support/faces.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const handler = createTaskHandler(await openServiceFaceEngine());
const steps: ChallengeStep[] = ['center', 'turn_left', 'blink'];

/** A capture with a changed frame at `at`. */
async function judge(at: number, change: (file: Buffer) => Buffer | Promise<Buffer>, person: TestPerson = 0) {
  const files = await performed(steps, person);
  files[at] = await change(files[at]!);
  return await handler.judge(evidenceOf(steps, files));
}

describe.each([0, 1, 2])('frame %i', (at) => {
  test.each<[string, (file: Buffer) => Buffer | Promise<Buffer>, string]>([
    ['shows nobody', () => room(), 'selfie_no_face'],
    ['shows two', (file) => twice(file), 'selfie_multiple_faces'],
    ['is too dark', () => faceJpeg({ light: 0.03 }), 'selfie_too_dark'],
    ['is black', (file) => sharp(file).linear(0.02).jpeg().toBuffer(), 'selfie_too_dark'],
    ['is washed out', (file) => sharp(file).linear(0.3, 178).jpeg().toBuffer(), 'selfie_low_quality'],
    ['is blurred', (file) => sharp(file).blur(4).jpeg().toBuffer(), 'selfie_low_quality'],
    ['was taken from afar', () => faceJpeg({ distance: 110 }), 'selfie_low_quality'],
  ])('that %s', async (_, change, reason) => {
    const verdict = await judge(at, change);
    expect(verdict).toMatchObject({ selfie: 'retry', liveness: { result: 'inconclusive', score: null } });
    expect(verdict.reasons[0]).toBe(reason);
  });
});

test.each(['#101010', '#5a3a2a', '#7ab'])('dark glasses (%s) are noticed', async (color) => {
  const wear = async (file: Buffer) => {
    const { x, y } = { x: 225, y: 195 };
    const input = { create: { width: 190, height: 60, channels: 3 as const, background: color } };
    return await sharp(file)
      .composite([{ input, left: x, top: y }])
      .jpeg()
      .toBuffer();
  };
  // The one of the three whose landmarks stay where they are under a bar; the others' captures are refused as well.
  const verdict = await judge(0, wear, 1);
  expect(verdict).toMatchObject({ selfie: 'retry', reasons: ['selfie_occluded'] });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a picture stored as EXIF orientation %i stands upright',
  async (orientation) => {
    const [turned, flipped] = [
      { 3: 180, 4: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation] ?? 0,
      [2, 4, 5, 7],
    ];
    const verdict = await judge(1, async (file) => {
      const stored = sharp(await sharp(file).rotate(turned).toBuffer());
      if (flipped.includes(orientation)) stored.flop();
      return await sharp(await stored.toBuffer())
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer();
    });
    expect(verdict).toMatchObject({ selfie: 'not_performed', reasons: ['selfie_trail_missing'] });
  },
);

async function room(): Promise<Buffer> {
  return await sharp(await faceJpeg())
    .extract({ left: 0, top: 0, width: 120, height: 480 })
    .resize(640, 480)
    .jpeg()
    .toBuffer();
}

async function twice(file: Buffer): Promise<Buffer> {
  const half = await sharp(file).extract({ left: 160, top: 0, width: 320, height: 480 }).toBuffer();
  return await sharp(half)
    .extend({ left: 320 })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
}
