import type { Numbered } from '../vision/openWorkerTalk.ts';
import { type BarcodeQuestion, BarcodeRequestHandler } from './BarcodeRequestHandler.ts';

// The barcode reader in a module worker: it posts a message when it runs, then one answer for each question.
const handler = new BarcodeRequestHandler();
self.addEventListener('message', async ({ data }: MessageEvent<Numbered<BarcodeQuestion>>) =>
  self.postMessage(await handler.handle(data)),
);
self.postMessage('ready');
