// A worker thread that draws requested portraits of the test faces, as in the test camera: JPEG, 240 x 300.
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { TestFace } from '../testface/TestFace.ts';

const DRAWN = { width: 640, height: 480 };
const MIDDLE = { left: 128, top: 0, width: 384, height: 480 };

parentPort!.on('message', async (person: 0 | 1 | 2) => {
  const face = new TestFace({ person, ...DRAWN });
  const jpeg = await sharp(face.draw({ yaw: 2 }), { raw: { ...DRAWN, channels: 4 } })
    .removeAlpha()
    .extract(MIDDLE)
    .resize(240, 300)
    .jpeg({ quality: 88 })
    .toBuffer();
  parentPort!.postMessage({ face: person, jpeg: new Uint8Array(jpeg) });
});
