import type { Numbered } from '../vision/openWorkerTalk.ts';
import { type DocumentQuestion, DocumentRequestHandler } from './DocumentRequestHandler.ts';

// The document reader in a module worker: it posts a message when it runs, then one answer for each question.
const handler = new DocumentRequestHandler();
self.addEventListener('message', async ({ data }: MessageEvent<Numbered<DocumentQuestion>>) =>
  self.postMessage(await handler.handle(data)),
);
self.postMessage('ready');
