import { TestFace, type TestFaceOptions } from './TestFace.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

// Draws the test face in a worker: receives the options first, then one frame after the other; returns pixels.
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
