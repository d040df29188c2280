import { render } from 'lit';
import { expect, onTestFinished, test } from 'vitest';
import { textsOf } from '../../src/widget/locales/textsOf.ts';
import { playTrail } from '../../src/widget/selfie/views/playTrail.ts';
import { reviewView } from '../../src/widget/selfie/views/reviewView.ts';

const COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000'];

async function drawTrail(): Promise<Blob[]> {
  const canvas = new OffscreenCanvas(24, 32);
  const paint = canvas.getContext('2d')!;
  const frames: Blob[] = [];
  for (const colour of COLOURS) {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 24, 32);
    frames.push(await canvas.convertToBlob({ type: 'image/png' }));
  }
  return frames;
}

/** A canvas on the page, and the colours that were drawn on it, in their order: a busy browser does not show each. */
function watchedCanvas() {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  onTestFinished(() => canvas.remove());
  const paint = canvas.getContext('2d', { willReadFrequently: true })!;
  const colourAt = (x: number, y: number) => {
    const [r, g, b] = paint.getImageData(x, y, 1, 1).data;
    return `#${[r, g, b].map((part) => part!.toString(16).padStart(2, '0')).join('')}`;
  };
  const colours: string[] = [];
  const draw = paint.drawImage.bind(paint) as (...args: unknown[]) => void;
  paint.drawImage = (...args: unknown[]) => {
    draw(...args);
    colours.push(colourAt(0, 0));
  };
  return { canvas, colours, colourAt };
}

test('plays the motion frames in order and in their original rhythm', async () => {
  const { canvas, colours } = watchedCanvas();
  const began = performance.now();
  await playTrail(
    canvas,
    { trail: await drawTrail(), trailTimes: [100, 400, 700, 1000, 1300] },
    { isStill: false },
  );
  expect(performance.now() - began).toBeGreaterThanOrEqual(400);
  expect(colours).toEqual(COLOURS);
});

test('a second press restarts, and removing the canvas ends the playback', async () => {
  const { canvas } = watchedCanvas();
  const recording = { trail: await drawTrail(), trailTimes: [0, 60, 120, 180, 60_000] };
  const first = playTrail(canvas, { ...recording, trailTimes: [0, 60, 120, 180, 900] }, { isStill: false });
  const second = playTrail(canvas, { ...recording, trailTimes: [0, 60, 120, 180, 900] }, { isStill: false });
  await Promise.all([first, second]);
  const gone = playTrail(canvas, { ...recording, trailTimes: [0, 60, 120, 180, 900] }, { isStill: false });
  canvas.remove();
  canvas.width = 1;
  await gone;
  expect(canvas.width).toBe(1);
});

test('with reduced motion all frames are shown side by side', async () => {
  const { canvas, colourAt } = watchedCanvas();
  await playTrail(canvas, { trail: await drawTrail(), trailTimes: [0, 1, 2, 3, 4] }, { isStill: true });
  expect([canvas.width, canvas.height]).toEqual([3 * 24, 2 * 32]);
  const places = COLOURS.map((_, at) => colourAt((at % 3) * 24 + 12, Math.floor(at / 3) * 32 + 16));
  expect(places).toEqual(COLOURS);
});

test('the review shows the first frame, and plays all on a press', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  onTestFinished(() => place.remove());
  const [messages, frames] = [await textsOf('en', 'all'), await drawTrail()];
  const nothing = () => undefined;
  const parts = { messages, steps: ['center' as const], frames: frames.slice(0, 1), more: null };
  const presses = { send: nothing, retake: nothing, stay: nothing };
  render(reviewView({ ...parts, ...presses, trail: frames, trailTimes: [0, 90, 180, 270, 360] }), place);
  const canvas = place.querySelector<HTMLCanvasElement>('.between canvas')!;
  const colour = () => [...canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data.slice(0, 3)].join();
  await expect.poll(colour).toBe('255,0,0');
  place.querySelector<HTMLElement>('.between button')!.click();
  await expect.poll(colour).toBe('0,0,0');
  expect(canvas.width).toBe(24);
  render(reviewView({ ...parts, ...presses }), place);
  expect(place.querySelector('.between')).toBeNull();
});

test('pictures that the browser cannot show stay blank, and are sent all the same', async () => {
  const create = window.createImageBitmap;
  window.createImageBitmap = () => Promise.reject(new DOMException('No memory', 'InvalidStateError'));
  const [place, failures] = [document.createElement('div'), [] as unknown[]];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    failures.push(event.reason);
  };
  addEventListener('unhandledrejection', note);
  document.body.append(place);
  onTestFinished(() => {
    window.createImageBitmap = create;
    removeEventListener('unhandledrejection', note);
    place.remove();
  });
  const [messages, frames] = [await textsOf('en', 'all'), await drawTrail()];
  let sent = 0;
  const parts = { messages, steps: ['center' as const], frames: frames.slice(0, 1), more: null };
  const presses = { send: () => sent++, retake: () => undefined, stay: () => undefined };
  render(reviewView({ ...parts, ...presses, trail: frames, trailTimes: [0, 90, 180, 270, 360] }), place);
  place.querySelector<HTMLElement>('.between button')!.click();
  // A rejection that nobody handles is reported after the microtasks, before the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(failures).toEqual([]);
  place.querySelector<HTMLElement>('[part~=primary]')!.click();
  expect(sent).toBe(1);
});
