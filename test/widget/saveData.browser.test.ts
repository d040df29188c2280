import { afterEach, expect, test } from 'vitest';
import { TrailRecorder } from '../../src/widget/selfie/capture/TrailRecorder.ts';

const connection = (state: object) =>
  Object.defineProperty(navigator, 'connection', { value: state, configurable: true });
afterEach(() => {
  // Below it, that of the browser.
  Reflect.deleteProperty(navigator, 'connection');
});

/** The trail of a take of twelve seconds, of a picture with about as much in it as a face. */
const recorded = async () => {
  const recorder = new TrailRecorder();
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d')!;
  for (let at = 0; at < 80; at++) {
    context.fillStyle = `hsl(${at * 4} 40% 70%)`;
    context.fillRect(0, 0, 640, 480);
    for (let line = 0; line < 60; line++) {
      context.fillStyle = `hsl(${line * 6 + at} 50% ${20 + line}%)`;
      context.fillRect((line * 37 + at * 5) % 640, (line * 53) % 480, 60, 24);
    }
    const frame = canvas.transferToImageBitmap();
    recorder.add(frame, at * 150);
    frame.close();
    if (at === 4 || at === 70) recorder.mark(at * 150);
  }
  const { trail } = await recorder.finish();
  const first = await createImageBitmap(trail![0]!);
  return {
    frames: trail!.length,
    bytes: trail!.reduce((sum, { size }) => sum + size, 0),
    side: first.height,
  };
};

test.each([{ saveData: true }, { effectiveType: '3g' }])(
  'with %j fewer and smaller frames are sent',
  async (line) => {
    connection({ saveData: false, effectiveType: '4g' });
    const usual = await recorded();
    connection(line);
    const saving = await recorded();
    expect(saving.side).toBeLessThan(usual.side);
    expect(saving.side).toBeGreaterThanOrEqual(160);
    expect(saving.frames).toBeLessThan(usual.frames);
    expect(saving.frames).toBeGreaterThanOrEqual(6);
    expect(saving.bytes).toBeLessThan(usual.bytes);
  },
);

test('a frame that was measured late is recorded in its place', async () => {
  const recorder = new TrailRecorder();
  const frame = await createImageBitmap(new ImageData(320, 240));
  recorder.mark(300);
  for (const time of [0, 300, 900, 600, 1200, 1500, 1800]) recorder.add(frame, time);
  expect((await recorder.finish()).trailTimes).toEqual([0, 300, 600, 900, 1200, 1500, 1800]);
});
