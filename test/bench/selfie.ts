import { readEyeFiles } from '../../src/service/checks/examine/readEyeFiles.ts';
import { startExaminer } from '../../src/service/checks/examine/startExaminer.ts';
import { createLog } from '../../src/service/log.ts';
import type { Step } from '../../src/vision/index.ts';
import { performed } from '../support/faces.ts';

const steps: Step[] = ['center', 'turn_left', 'look_up', 'blink'];

/**
 * What one worker thread of the service does, asked as the service asks it. Images: decoded, the face found, its
 * landmarks and pose measured, one picture after the other. A check: four frames of 640 x 480 that are judged, with
 * descriptors compared.
 */
export default async function selfie(): Promise<{
  imagesPerSecond: number;
  checkMs: { p50: number; p95: number };
}> {
  const eye = await readEyeFiles(createLog('silent', () => {}));
  if (!eye) throw new Error('The files of the eye are missing: run "npm run build" first.');
  const examiner = startExaminer(eye, { size: 1 });
  try {
    const files = await performed(steps);
    const frames = steps.map((step, index) => ({ step, file: files[index]! }));
    const check = async () => {
      const { selfie } = await examiner.judge({ frames, reference: null });
      if (selfie !== 'passed')
        throw new Error('The honest capture was refused: the figures would mean nothing.');
    };
    for (let i = 0; i < 5; i++) await check();

    const begin = performance.now();
    const count = 300;
    for (let i = 0; i < count; i++) {
      const inspection = await examiner.inspect(files[i % files.length]!, 'reference');
      if (!('faces' in inspection) || inspection.faces !== 1) throw new Error('No face was found.');
    }
    const imagesPerSecond = (1000 * count) / (performance.now() - begin);

    const times: number[] = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      await check();
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => round(times[Math.floor(times.length * share)]!);
    return { imagesPerSecond: round(imagesPerSecond), checkMs: { p50: at(0.5), p95: at(0.95) } };
  } finally {
    await examiner.close();
  }
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
