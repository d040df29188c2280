import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { type DrawnRecording, drawnRecording } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg, performed, type TestPerson } from '../../support/faces.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const handler = createTaskHandler(await openServiceFaceEngine());

const challenges: ChallengeStep[][] = [
  ['center', 'turn_left', 'look_up', 'blink'],
  ['center', 'turn_right', 'look_down', 'turn_left'],
  ['center', 'blink', 'turn_right', 'look_up'],
  ['center', 'look_down', 'turn_right'],
  ['center', 'look_up', 'turn_left'],
];
const steps = challenges[0]!;

function judge(
  steps: readonly ChallengeStep[],
  capture: Buffer[] | DrawnRecording,
  reference: Buffer | null = null,
) {
  return handler.judge(evidenceOf(steps, capture, { reference }));
}

describe.each([0, 1, 2] as TestPerson[])('a genuine capture of test face %i', (person) => {
  test.each(challenges)('passes: %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    expect(await judge(steps, await drawnRecording(steps, person))).toMatchObject({
      selfie: 'passed',
      reasons: [],
      liveness: { result: 'pass', score: 1 },
      faceMatch: { result: 'not_performed', score: null },
      signals: {
        background: expect.any(Number),
        neighbours: expect.any(Number),
        timing: { durationMs: steps.length * 1250 - 125, longestGapMs: 125 },
        cameraLabel: null,
      },
    });
  });
});

describe.each([0, 1, 2] as TestPerson[])('refused for its movements, test face %i:', (person) => {
  const failed = { selfie: 'retry', reasons: ['selfie_challenge_failed'], liveness: { result: 'fail' } };

  test.each(challenges)('another order of %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    const [neutral, first, ...rest] = await performed(steps, person);
    expect(await judge(steps, [neutral!, ...rest, first!])).toMatchObject(failed);
  });

  test.each(challenges)('a mirrored %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    const files = await Promise.all(
      (await performed(steps, person)).map((file) => sharp(file).flop().jpeg().toBuffer()),
    );
    expect(await judge(steps, files)).toMatchObject(failed);
  });

  test.each(challenges)('a still picture for %s %s %s %s', async (...drawn) => {
    const steps = drawn.filter(Boolean);
    const still = await faceJpeg({}, person);
    const sameBytes = steps.map(() => still);
    expect(await judge(steps, sameBytes)).toMatchObject(failed);
    const sameSight = steps.map((_, index) =>
      sharp(still)
        .jpeg({ quality: 95 - index })
        .toBuffer(),
    );
    expect(await judge(steps, await Promise.all(sameSight))).toMatchObject(failed);
  });
});

test('one file sent for two steps counts for neither', async () => {
  const steps: ChallengeStep[] = ['center', 'turn_left', 'blink'];
  const both = await faceJpeg({ yaw: 11, blink: 1 });
  const files = [await faceJpeg(), both, both];
  expect(await judge(steps, files)).toMatchObject({ selfie: 'retry', reasons: ['selfie_challenge_failed'] });
});

describe('another person', () => {
  test.each([1, 2, 3])('from step %i on is certain if all motion frames show it', async (at) => {
    const [one, other] = await Promise.all([drawnRecording(steps, 1), drawnRecording(steps, 2)]);
    const cut = one.trailTimes.findIndex((time) => time > one.times[at - 1]!);
    const spliced = {
      ...one,
      frames: one.frames.map((frame, index) => (index < at ? frame : other.frames[index]!)),
      trail: [...one.trail.slice(0, cut), ...other.trail.slice(cut)],
    };
    expect(await judge(steps, spliced)).toMatchObject({
      selfie: expect.stringMatching(/^(spoof|retry)$/),
      liveness: { result: 'fail' },
    });
  });

  test('in one picture only counts as an interrupted recording', async () => {
    const [one, other] = await Promise.all([drawnRecording(steps, 0), drawnRecording(steps, 1)]);
    const frames = [...one.frames.slice(0, -1), other.frames.at(-1)!];
    expect(await judge(steps, { ...one, frames })).toMatchObject({
      selfie: 'retry',
      reasons: ['selfie_take_interrupted'],
    });
  });

  test('than in the reference picture is detected', async () => {
    const recording = await drawnRecording(steps, 1);
    expect(await judge(steps, recording, await faceJpeg({ yaw: 4 }, 1))).toMatchObject({
      selfie: 'passed',
      faceMatch: { result: 'match', score: expect.closeTo(0.9, 0) },
    });
    expect(await judge(steps, recording, await faceJpeg({}, 2))).toMatchObject({
      selfie: 'no_match',
      reasons: ['selfie_face_mismatch'],
      liveness: { result: 'pass' },
      faceMatch: { result: 'no_match' },
    });
  });

  test('is undecided if the reference picture has no face', async () => {
    const wall = await sharp(await faceJpeg())
      .blur(40)
      .toBuffer();
    expect(await judge(steps, await drawnRecording(steps), wall)).toMatchObject({
      selfie: 'retry',
      reasons: ['selfie_reference_undecided'],
      liveness: { result: 'pass' },
      faceMatch: { result: 'inconclusive', score: null },
    });
  });
});

describe('a skipped challenge', () => {
  test('leaves a good picture to a human', async () => {
    expect(await judge(['center'], [await faceJpeg()])).toMatchObject({
      selfie: 'not_performed',
      reasons: ['selfie_challenge_skipped'],
      liveness: { result: 'not_performed', score: null },
      faceMatch: { result: 'not_performed', score: null },
      signals: { background: null, neighbours: null, timing: null, cameraLabel: null },
    });
  });

  test('still compares the picture', async () => {
    expect(await judge(['center'], [await faceJpeg({}, 2)], await faceJpeg({}, 1))).toMatchObject({
      selfie: 'no_match',
      liveness: { result: 'not_performed' },
    });
  });
});
