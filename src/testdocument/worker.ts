import { DocumentPainter, type PaintRequest } from './DocumentPainter.ts';

// Draws the test document in a worker: one frame for each request; returns pixels.
const painter = new DocumentPainter();
self.addEventListener('message', ({ data }: MessageEvent<PaintRequest>) => {
  const pixels = painter.draw(data);
  self.postMessage(pixels, { transfer: [pixels.buffer] });
});
self.postMessage('ready');
