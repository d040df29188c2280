import { TestFace, type TestFaceOptions } from './TestFace.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

// Draws the test face beside the page: first the options, then one frame after the other; pixels come back.
let face: TestFace | undefined;
self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ options?: TestFaceOptions; frame?: TestFaceFrame }>) => {
    if (data.options) face = new TestFace(data.options);
    if (!data.frame || !face) return;
    const pixels = face.draw(data.frame);
    self.postMessage(pixels, { transfer: [pixels.buffer] });
  },
);
self.postMessage('ready');
