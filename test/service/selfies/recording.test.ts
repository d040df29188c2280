import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { decodePicture } from '../../../src/service/selfies/examine/decodePicture.ts';
import { packRecording, unpackRecording } from '../../../src/service/selfies/recording.ts';
import { verdictThresholds } from '../../../src/service/selfies/verdict/thresholds.ts';
import { virtualCameraIn } from '../../../src/service/selfies/verdict/verdictOf.ts';
import { measure } from '../../../src/vision/index.ts';
import { type Cover, covered } from '../../bench/support/attacks/covered.ts';
import { type DrawnRecording, drawnRecording, small } from '../../support/drawnRecording.ts';
import { evidenceOf } from '../../support/evidence.ts';
import { faceJpeg } from '../../support/faces.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';

const engine = await openServiceFaceEngine();
const handler = createTaskHandler(engine);
const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up'];
const honest = await drawnRecording(steps);
const interrupted = { selfie: 'retry', reasons: ['selfie_take_interrupted'], liveness: { result: 'fail' } };

/** The place of the first frame of the trail after a step picture. */
const frameAfter = (step: number) => honest.trailTimes.findIndex((time) => time > honest.times[step]!);

async function changed(
  change: (recording: DrawnRecording) => Partial<DrawnRecording> | Promise<Partial<DrawnRecording>>,
) {
  const recording = { ...honest, ...(await change(honest)) };
  return await handler.judge(evidenceOf(steps, recording));
}

describe('a recording is interrupted where', () => {
  test.each<
    [string, (recording: DrawnRecording) => Partial<DrawnRecording> | Promise<Partial<DrawnRecording>>]
  >([
    [
      'a frame shows nobody',
      async ({ trail }) => ({ trail: trail.with(frameAfter(0) + 6, await small(await faceJpeg({ x: 90 }))) }),
    ],
    ['a frame is no whole picture', ({ trail }) => ({ trail: trail.with(5, trail[5]!.subarray(0, 900)) })],
    [
      'the camera stood still',
      ({ trailTimes }) => ({
        trailTimes: trailTimes.map((time, index) => (index < frameAfter(0) ? time : time + 700)),
        times: honest.times.map((time, index) => (index === 0 ? time : time + 700)),
      }),
    ],
    ['a step lies outside of the trail', ({ times }) => ({ times: times.with(-1, times.at(-1)! + 2000) })],
    ['steps come in another order', ({ times }) => ({ times: [times[0]!, times[2]!, times[1]!] })],
    [
      'pictures stand for the way between them',
      async ({ frames, trailTimes, times }) => ({
        trail: await Promise.all(
          trailTimes.map((time) => small(frames[times.findIndex((end) => time <= end)] ?? frames[2]!)),
        ),
      }),
    ],
    [
      'one picture fades into the next',
      async ({ frames, trailTimes, times }) => ({
        trail: await Promise.all(
          trailTimes.map(async (time) => {
            const next = Math.max(
              1,
              times.findIndex((end) => time <= end),
            );
            const [from, to] = [times[next - 1]!, times[next]!];
            return faded(frames[next - 1]!, frames[next]!, Math.max(0, (time - from) / (to - from)));
          }),
        ),
      }),
    ],
    [
      'a picture is one of another moment',
      ({ frames, trail }) => ({ frames: [frames[0]!, frames[1]!, frames[2]!], trail: trail.toReversed() }),
    ],
  ])('%s', async (_, change) => {
    expect(await changed(change)).toMatchObject(interrupted);
  });

  test('it took longer than allowed', async () => {
    const evidence = evidenceOf(steps, honest, { availableMs: 2000 });
    expect(await handler.judge(evidence)).toMatchObject(interrupted);
    expect(await handler.judge({ ...evidence, availableMs: 10_000 })).toMatchObject({ selfie: 'passed' });
  });
});

test.each<Cover>(['glasses', 'mask'])('%s put on after the neutral picture cover the face', async (cover) => {
  const put = async (file: Buffer) => {
    const picture = await decodePicture(file, 160);
    return covered(file, measure(engine, picture, verdictThresholds).face!.mesh!.landmarks, cover);
  };
  const { frames, trail } = honest;
  const later = frameAfter(0) + 2;
  const recording = {
    ...honest,
    frames: [frames[0]!, ...(await Promise.all(frames.slice(1).map(put)))],
    trail: [...trail.slice(0, later), ...(await Promise.all(trail.slice(later).map(put)))],
  };
  expect(await handler.judge(evidenceOf(steps, recording))).toMatchObject({
    selfie: 'retry',
    reasons: ['selfie_occluded'],
  });
});

test('the drawn test face is detected in live mode', async () => {
  for (const person of [0, 1, 2] as const) {
    const evidence = evidenceOf(steps, await drawnRecording(steps, person), { isTestFaceAllowed: false });
    expect(await handler.judge(evidence)).toMatchObject({
      selfie: 'spoof',
      reasons: ['selfie_spoof_suspected'],
    });
  }
});

test('of a camera label only the names of virtual cameras are stored', async () => {
  const evidence = evidenceOf(steps, honest);
  const label = async (cameraLabel: string) =>
    (await handler.judge({ ...evidence, recording: { ...evidence.recording!, cameraLabel } })).signals
      .cameraLabel;
  expect(await label('OBS Virtual Camera of Ada')).toBe('virtual, obs');
  expect(await label('FaceTime HD Camera')).toBeNull();
  expect(['ManyCam Video', 'XSplit VCam', 'v4l2loopback'].map(virtualCameraIn)).toEqual([
    'manycam',
    'xsplit, vcam',
    'loopback',
  ]);
  expect(['HD Webcam (04f2:b6d9)', 'Robson', 'facing front'].map(virtualCameraIn)).toEqual([
    null,
    null,
    null,
  ]);
});

test('a recording can be packed into one byte array and unpacked', () => {
  const recording = {
    trail: [Buffer.from('a'), Buffer.from('bcd')],
    trailTimes: [0, 9],
    times: [3],
    cameraLabel: 'é',
  };
  expect(unpackRecording(Buffer.from(packRecording(recording)))).toEqual(recording);
});

async function faded(from: Buffer, to: Buffer, share: number): Promise<Buffer> {
  const over = await sharp(to).ensureAlpha(Math.min(1, share)).png().toBuffer();
  const mixed = await sharp(from)
    .composite([{ input: over }])
    .png()
    .toBuffer();
  return sharp(mixed).resize(320).jpeg({ quality: 70 }).toBuffer();
}
