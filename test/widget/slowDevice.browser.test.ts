import { afterEach, expect, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

/** Milliseconds between two frames that a slow device manages: five a second. */
const FRAME_MS = 200;
/** Five seconds of such frames. */
const FEW = 25;

const video = HTMLVideoElement.prototype;
const trueCallback = video.requestVideoFrameCallback;
const TrueFrame = globalThis.VideoFrame;
afterEach(() => {
  video.requestVideoFrameCallback = trueCallback;
  globalThis.VideoFrame = TrueFrame;
});

/** Frames come five times a second; counted is each that was looked at, so that a busy machine changes nothing. */
function slowFrames(): { looked: number } {
  const count = { looked: 0 };
  video.requestVideoFrameCallback = function (callback) {
    return trueCallback.call(this, (...frame) => void setTimeout(() => callback(...frame), FRAME_MS));
  };
  globalThis.VideoFrame = new Proxy(TrueFrame, {
    construct: (frame, args) => {
      count.looked++;
      return Reflect.construct(frame, args);
    },
  });
  return count;
}

test('at five frames a second each step is met within a few seconds', async () => {
  const count = slowFrames();
  const { session } = await createCase({
    due: ['selfie'],
    steps: ['center', 'turn_left', 'look_up', 'blink'],
  });
  const widget = mount({ session });
  const frames: Record<string, number> = {};
  let before = 0;
  widget.element.addEventListener('idv-frame', ({ detail }) => {
    if (!detail.accepted) return;
    frames[detail.step] = count.looked - before;
    before = count.looked;
  });
  await widget.sees('A quick selfie');
  widget.choose('Use the test face');
  await expect.poll(widget.heading).toContain('Are these photos clear');
  // While the first two are due, the engine may still be loading.
  expect(frames['look_up']).toBeLessThan(FEW);
  expect(frames['blink']).toBeLessThan(FEW);
});
