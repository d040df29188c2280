import { EyeDesk } from './EyeDesk.ts';
import type { EyeRequest } from './EyeMessages.ts';

// The eye in a module worker: a first word to say that it runs, then one answer for each request.
const desk = new EyeDesk();
self.addEventListener('message', async ({ data }: MessageEvent<EyeRequest>) =>
  self.postMessage(await desk.answer(data)),
);
self.postMessage('ready');
