// A thread that draws the portrait of one of the test faces, as the test camera shows it: JPEG, 240 x 300.
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { TestFace } from '../testface/TestFace.ts';

const DRAWN = { width: 640, height: 480 };
const MIDDLE = { left: 128, top: 0, width: 384, height: 480 };

const face = new TestFace({ person: workerData as 0 | 1 | 2, ...DRAWN });
const jpeg = await sharp(face.draw({ yaw: 2 }), { raw: { ...DRAWN, channels: 4 } })
  .removeAlpha()
  .extract(MIDDLE)
  .resize(240, 300)
  .jpeg({ quality: 88 })
  .toBuffer();
parentPort?.postMessage(new Uint8Array(jpeg));
