import { parentPort, workerData } from 'node:worker_threads';
import { createEye, type Eye, type EyeParts } from '../../../vision/index.ts';
import { createDesk } from './createDesk.ts';
import type { Errand, Outcome } from './Errand.ts';
import { largestSide } from './largestSide.ts';

// One thread of the pool: does one errand after the other.

const desk = createDesk(await openEye(workerData as EyeParts | null));

parentPort!.on('message', (errand: Errand) => {
  void run(errand)
    .catch((error: unknown): Outcome => ({ failed: error instanceof Error ? error.name : typeof error }))
    .then((outcome) => parentPort!.postMessage(outcome));
});

async function run(errand: Errand): Promise<Outcome> {
  if ('judge' in errand) return { verdict: await desk.judge(errand.judge) };
  return { inspection: await desk.inspect(errand.inspect, errand.use) };
}

/** It takes the room for its largest picture at once: memory that kernels take they never give back. */
async function openEye(parts: EyeParts | null): Promise<Eye | null> {
  if (!parts) return null;
  const eye = await createEye(parts);
  const data = new Uint8Array(3 * largestSide ** 2);
  eye.look({ width: largestSide, height: largestSide, data, channels: 3 });
  return eye;
}
