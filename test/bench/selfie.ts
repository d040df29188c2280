import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { createLog } from '../../src/service/log.ts';
import { readFaceEngineFiles } from '../../src/service/selfies/examine/readFaceEngineFiles.ts';
import { startExaminer } from '../../src/service/selfies/examine/startExaminer.ts';
import type { Examiner, Judgement } from '../../src/service/selfies/examiner.ts';
import { type DrawnRecording, drawnRecording } from '../support/drawnRecording.ts';
import { evidenceOf } from '../support/evidence.ts';
import type { TestPerson } from '../support/faces.ts';
import { openFaceApi } from './support/faceApi.ts';
import { quantiles } from './support/quantiles.ts';

const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up', 'blink'];

/** Pictures in a row before the other one's turn, and how often. */
const IN_A_ROW = 25;
const TURNS = 8;

/**
 * The throughput of one picture process of the service. Images: decoded, the face found, its landmarks and pose
 * measured, one picture after the other; alternating with face-api, which decodes the same pictures and finds face and
 * landmarks. A check: four frames of 640 x 480 that are judged, with descriptors compared, with the trail of their
 * recording and, alternating with it, without. `npm run -s bench -- selfie [0|1|2]`: which of the three drawn people.
 */
export default async function selfie(): Promise<{
  imagesPerSecond: number;
  faceApiImagesPerSecond: number;
  timesFaceApi: number;
  checkMs: { p50: number; p95: number };
  checkWithoutTrailMs: { p50: number; p95: number };
  trailFactor: number;
  /** Of a check that is also compared with two earlier ones, of another film, to one that is not. */
  resemblingFactor: { small: number; large: number };
}> {
  const engineFiles = await readFaceEngineFiles(createLog('silent', () => {}));
  if (!engineFiles) throw new Error('The files of the face engine are missing. Run "npm run build" first.');
  const examiner = startExaminer(engineFiles, { size: 1 });
  try {
    const recording = await drawnRecording(steps, Number(process.argv[3] ?? 0) as TestPerson);
    const files = recording.frames;
    const check = async (capture: typeof recording | Buffer[], expected: string) => {
      const { selfie } = await examiner.judge(evidenceOf(steps, capture));
      if (selfie !== expected)
        throw new Error('The honest capture was refused: the figures would mean nothing.');
    };
    for (let i = 0; i < 5; i++) await check(recording, 'passed');

    const images = await compareImages(files, async (file) => {
      const inspection = await examiner.inspect(file, 'reference');
      return 'faces' in inspection ? inspection.faces! : 0;
    });
    const times: Record<'withTrail' | 'without', number[]> = { withTrail: [], without: [] };
    for (let i = 0; i < 40; i++) {
      times.withTrail.push(await timed(() => check(recording, 'passed')));
      times.without.push(await timed(() => check(files, 'not_performed')));
    }
    const [withTrail, without] = [quantiles(times.withTrail), quantiles(times.without)];
    return {
      ...images,
      checkMs: withTrail,
      checkWithoutTrailMs: without,
      trailFactor: Math.round((100 * withTrail.p50) / without.p50) / 100,
      resemblingFactor: {
        small: await resemblingFactor(examiner, recording, 640),
        large: await resemblingFactor(examiner, recording, 3200),
      },
    };
  } finally {
    await examiner.close();
  }
}

/** Compared with: as many as the service compares with at most. */
const COMPARED = 2;

async function resemblingFactor(
  examiner: Examiner,
  recording: DrawnRecording,
  width: number,
): Promise<number> {
  const frames = await Promise.all(
    recording.frames.map((file) => sharp(file).resize(width).jpeg({ quality: 90 }).toBuffer()),
  );
  const evidence = evidenceOf(steps, { ...recording, frames }, { isTestFaceAllowed: false });
  const { trail } = await drawnRecording(['center', 'turn_right', 'look_down', 'turn_left']);
  const earlier = { files: trail, neutral: 5 };
  const ms = { judged: [] as number[], compared: [] as number[] };
  for (let i = 0; i < 10; i++) {
    let judgement: Judgement | null = null;
    ms.judged.push(
      await timed(async () => {
        for (const { file } of evidence.frames) await examiner.inspect(file, 'frame');
        judgement = await examiner.judge(evidence);
      }),
    );
    const { looks } = judgement!;
    ms.compared.push(
      await timed(async () => {
        for (let n = 0; n < COMPARED; n++) await examiner.isReplay({ current: looks!, earlier });
      }),
    );
  }
  return 1 + Math.round((100 * quantiles(ms.compared).p50) / quantiles(ms.judged).p50) / 100;
}

/** @param ours how many faces there are in a picture. */
async function compareImages(files: readonly Buffer[], ours: (file: Buffer) => Promise<number>) {
  const other = await openFaceApi();
  const run = async (find: typeof ours) => {
    for (let i = 0; i < IN_A_ROW; i++) {
      if ((await find(files[i % files.length]!)) !== 1) throw new Error('A face was not found.');
    }
  };
  for (const find of [ours, other]) await run(find);
  const ms = { own: 0, other: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    ms.own += await timed(() => run(ours));
    ms.other += await timed(() => run(other));
  }
  const perSecond = (sum: number) => round((1000 * IN_A_ROW * TURNS) / sum);
  return {
    imagesPerSecond: perSecond(ms.own),
    faceApiImagesPerSecond: perSecond(ms.other),
    timesFaceApi: round(ms.other / ms.own),
  };
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
