// A thread that draws the portrait of one of the test faces: JPEG, 240 x 300.
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { TestFace } from '../testface/TestFace.ts';

const DRAWN = { width: 480, height: 600 };

const face = new TestFace({ person: workerData as 0 | 1 | 2, ...DRAWN });
const jpeg = await sharp(face.draw({ distance: 32, yaw: 2, y: 1 }), { raw: { ...DRAWN, channels: 4 } })
  .removeAlpha()
  .resize(240, 300)
  .jpeg({ quality: 88 })
  .toBuffer();
parentPort?.postMessage(new Uint8Array(jpeg));
