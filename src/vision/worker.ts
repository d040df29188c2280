import { type EngineRequest, EngineRequestHandler } from './EngineRequestHandler.ts';

// The face engine in a module worker: a first message when it runs, then one answer for each request.
const handler = new EngineRequestHandler();
self.addEventListener('message', async ({ data }: MessageEvent<EngineRequest>) =>
  self.postMessage(await handler.handle(data)),
);
self.postMessage('ready');
