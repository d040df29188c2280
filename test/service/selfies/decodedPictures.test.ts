import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createLog } from '../../../src/service/log.ts';
import { DecodedPictures } from '../../../src/service/selfies/examine/decodePicture.ts';
import { startExaminer } from '../../../src/service/selfies/examine/startExaminer.ts';
import type { Picture } from '../../../src/vision/index.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';
import { faceJpeg } from '../../support/faces.ts';
import { startTestService } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const picture = (): Picture => ({ width: 10, height: 10, data: new Uint8Array(300), channels: 3 });
const file = (name: string) => Buffer.from(name);

test('a picture is kept until it is taken, and can be taken once', () => {
  const decoded = new DecodedPictures();
  const one = picture();
  decoded.keep(file('one'), one);
  expect(decoded.bytes).toBe(300);
  expect(decoded.take(file('one'))).toBe(one);
  expect(decoded.bytes).toBe(0);
  expect(decoded.take(file('one'))).toBeNull();
  expect(decoded.take(file('two'))).toBeNull();
  expect(decoded.countMissed()).toBe(2);
  expect(decoded.countMissed()).toBe(0);
});

test('the oldest picture is dropped if memory is full, and a repeated file counts once', () => {
  const decoded = new DecodedPictures({ maxBytes: 700 });
  for (const name of ['one', 'two', 'two', 'three']) decoded.keep(file(name), picture());
  expect(decoded.bytes).toBe(600);
  expect(decoded.take(file('one'))).toBeNull();
  expect(decoded.take(file('two'))).not.toBeNull();
});

test('unused pictures are dropped after their time, and their memory is freed', async () => {
  const decoded = new DecodedPictures({ cacheMs: 1 });
  const one = picture();
  decoded.keep(file('one'), one);
  await expect.poll(() => decoded.bytes).toBe(0);
  expect(one.data.length).toBe(0);
  expect(decoded.take(file('one'))).toBeNull();
});

test('simultaneous captures are decoded once, each by one process', async () => {
  const service = await startTestService();
  let logged = '';
  const log = createLog('debug', (lines) => {
    logged += lines;
  });
  // Another process takes over what waits for long, and decodes again: on a busy machine that would be each.
  const { inspect, judge, close } = startExaminer(null, { size: 2, log, groupMs: 60_000 });
  onTestFinished(close);
  const judged: unknown[] = [];
  Object.assign(service.deps.examiner, {
    inspect,
    judge: (async (...args) => {
      judged.push(args[1]);
      return await judge(...args);
    }) satisfies typeof judge,
  });
  const come = async (quality: number) => {
    const verification = await verify(service);
    await verification.consent();
    await verification.details();
    const frame = await sharp(await faceJpeg())
      .jpeg({ quality })
      .toBuffer();
    // The pictures of a capture are one file each: no two people send the same.
    const frames = async (steps: unknown[]) =>
      steps.map((_, index) => Buffer.concat([frame, Buffer.from([index])]));
    await verification.selfie({ frames });
    expect((await verification.read()).checks.selfie.status).not.toBe('processing');
  };
  await Promise.all([80, 85, 90, 95].map(come));
  expect(new Set(judged).size).toBe(4);
  expect(logged).toBe('');
});

test('step pictures are decoded once between arrival and verdict', async () => {
  const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up', 'blink'];
  let logged = '';
  const log = createLog('debug', (lines) => {
    logged += lines;
  });
  const examiner = startExaminer(await faceEngineFiles(), { size: 1, log });
  onTestFinished(() => examiner.close());
  const recording = await drawnRecording(steps);
  for (const frame of recording.frames) await examiner.inspect(frame, 'frame');
  const first = await examiner.judge(evidenceOf(steps, recording));
  expect(first.selfie).toBe('passed');
  expect(logged).toBe('');
  expect(await examiner.judge(evidenceOf(steps, recording))).toEqual(first);
  await expect.poll(() => logged).toContain('"pictures decoded again","count":4');
});
