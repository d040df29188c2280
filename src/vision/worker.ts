import { type EngineRequest, EngineRequestHandler } from './EngineRequestHandler.ts';

// The face engine in a module worker: it posts a message when it runs, then one response for each request.
const handler = new EngineRequestHandler();
self.addEventListener('message', async ({ data }: MessageEvent<EngineRequest>) =>
  self.postMessage(await handler.handle(data)),
);
self.postMessage('ready');
