import type { EyeRequest } from './EyeMessages.ts';
import { EyeRequestHandler } from './EyeRequestHandler.ts';

// The eye in a module worker: a first message to say that it runs, then one answer for each request.
const handler = new EyeRequestHandler();
self.addEventListener('message', async ({ data }: MessageEvent<EyeRequest>) =>
  self.postMessage(await handler.handle(data)),
);
self.postMessage('ready');
