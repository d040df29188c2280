import { afterEach, expect, test } from 'vitest';
import { createCase, type Mounted, mount } from './support/mount.ts';

const { mediaDevices } = navigator;
const trueGetUserMedia = mediaDevices.getUserMedia;
afterEach(() => {
  mediaDevices.getUserMedia = trueGetUserMedia;
});

const selfie = async (options: Parameters<typeof createCase>[0] = {}) => {
  const made = await createCase({ due: ['selfie'], ...options });
  const widget = mount({ session: made.session });
  await widget.sees(/selfie|Try again/);
  return { ...made, widget };
};

/** Stores the streams of the camera. */
const recordStreams = () => {
  const streams: MediaStream[] = [];
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await trueGetUserMedia.call(mediaDevices, constraints);
    streams.push(stream);
    return stream;
  };
  return streams;
};

/** Starts the camera and captures by hand, because the browser's fake camera shows no face. */
const live = async (widget: Mounted) => {
  widget.press();
  await expect.poll(() => widget.text()).toContain('Another way');
  widget.choose('Another way');
  await expect.poll(() => widget.text()).toContain('Press the button myself');
  widget.choose('Press the button myself');
  await expect.poll(() => widget.find('[part=primary]')?.textContent?.trim()).toBe('Take the photo');
  await expect.poll(() => widget.find<HTMLVideoElement>('video')?.videoWidth).toBeGreaterThan(0);
  return (widget.find<HTMLVideoElement>('video')!.srcObject as MediaStream).getTracks();
};

const photo = async (side: number) => {
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d')!.fillRect(0, 0, side, side);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'me.png', { type: 'image/png' });
};

const upload = (widget: Mounted, file: File) => {
  const input = widget.find<HTMLInputElement>('input[type=file]')!;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change'));
};

test('the camera is not requested before the press', async () => {
  const streams = recordStreams();
  const { widget } = await selfie();
  expect(streams.length).toBe(0);
  await live(widget);
  expect(streams.length).toBe(1);
});

test('the camera is off when the pictures are taken', async () => {
  const { widget } = await selfie({ steps: ['center', 'blink'] });
  const tracks = await live(widget);
  widget.press();
  await widget.sees('Close your eyes');
  widget.press();
  await widget.sees('Are these photos clear');
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('an extra press takes no picture', async () => {
  const { widget, log } = await selfie({ steps: ['center', 'blink'] });
  await live(widget);
  widget.press();
  widget.press();
  await widget.sees('Close your eyes');
  widget.press();
  await widget.sees('Are these photos clear');
  // A take as short as this has no recording between its pictures, so that the button is another one.
  const sends = [...widget.element.shadowRoot!.querySelectorAll<HTMLElement>('.actions button')];
  sends.find((button) => button.textContent!.includes('Send'))!.click();
  await widget.sees('All done');
  expect(await log()).toContain('captured ["center","blink"] in 2 frames');
});

test('the camera is off when the element is removed', async () => {
  const { widget } = await selfie();
  const tracks = await live(widget);
  widget.element.remove();
  await expect.poll(() => tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('the camera is off if the element was removed during the camera request', async () => {
  const streams = recordStreams();
  const { widget } = await selfie();
  widget.press();
  widget.element.remove();
  await expect.poll(() => streams[0]?.getTracks()[0]?.readyState).toBe('ended');
});

test('the camera is off when the challenge is refused', async () => {
  const streams = recordStreams();
  const { widget } = await selfie({
    faults: [{ on: 'selfie-check', status: 422, code: 'validation_failed' }],
  });
  widget.press();
  await expect.poll(() => widget.text()).toContain('went wrong on our side');
  await expect.poll(() => streams[0]?.getTracks()[0]?.readyState).toBe('ended');
  await live(widget);
});

test('taken again with the same challenge', async () => {
  const { widget, log } = await selfie({ steps: ['center'] });
  await live(widget);
  widget.press();
  await widget.sees('Are these photos clear');
  widget.choose('Take new photos');
  await widget.sees('Look straight');
  await expect.poll(() => widget.text()).toContain('Another way');
  expect((await log()).filter((call) => call === 'POST selfie-check').length).toBe(1);
});

test('a photo is the fallback: one frame named center', async () => {
  const { widget, log } = await selfie();
  upload(widget, await photo(600));
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('All done');
  expect(await log()).toContain('captured ["center"] in 1 frames');
});

test.each([
  ['too small', () => photo(300), 'at least 480 pixels'],
  ['no photo', async () => new File(['hello'], 'me.jpg', { type: 'image/jpeg' }), 'can’t read this file'],
])('a file that is %s is refused with a message', async (_, file, words) => {
  const { widget } = await selfie();
  upload(widget, await file());
  await expect.poll(() => widget.text()).toContain(words);
});

test('a person who cannot do the movements sends one picture', async () => {
  const { widget, log } = await selfie();
  await live(widget);
  widget.choose('I can’t do this movement');
  await expect.poll(() => widget.text()).toContain('Photo 1 of 1');
  widget.press();
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('All done');
  expect(await log()).toContain('captured ["center"] in 1 frames');
});

test('a refused selfie shows the reason and the attempts left, and allows a retry', async () => {
  const { widget } = await selfie({ steps: ['center'], retries: ['selfie_too_dark'] });
  widget.element.style.inlineSize = '320px';
  await live(widget);
  widget.press();
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('Try again');
  expect(widget.text()).toContain('too dark. You can try 2 more times.');
  const card = widget.find('.card')!;
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  await live(widget);
  widget.press();
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('All done');
});

test('an unknown reason leaves no blank line', async () => {
  const { widget } = await selfie({ lastError: { code: 'selfie_of_tomorrow', retryable: true } as never });
  expect(widget.text()).toContain('We could not use the photos.');
});

test.each([
  ['NotAllowedError', 'camera is blocked', 'camera_denied'],
  ['NotFoundError', 'No camera found', 'camera_missing'],
  ['NotReadableError', 'in use', 'camera_busy'],
])('%s: a specific message, and a retry without a reload', async (name, title, code) => {
  mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', name);
  };
  const { widget } = await selfie();
  widget.press();
  await widget.sees(title);
  expect(widget.events.at(-1)).toMatchObject({ type: 'idv-error', detail: { code } });
  mediaDevices.getUserMedia = trueGetUserMedia;
  await live(widget);
});

test('an unanswered camera prompt blocks no other option', async () => {
  mediaDevices.getUserMedia = () => new Promise(() => {});
  const { widget } = await selfie();
  widget.press();
  await expect.poll(() => widget.text()).toContain('choose “Allow”');
  widget.choose('Use the test face');
  await widget.sees('Look straight');
});

test('the page can choose the test face or disable it', async () => {
  const made = await createCase({ due: ['selfie'] });
  const chosen = mount({ session: made.session, attributes: { 'test-face': '2' } });
  await chosen.sees('Look straight');
  chosen.element.remove();
  const without = mount({ session: made.session, attributes: { 'test-face': 'none' } });
  await without.sees(/selfie/);
  expect(without.text()).not.toContain('Use the test face');
  const { session } = await createCase({ due: ['selfie'], mode: 'live' });
  const live = mount({ session, attributes: { 'test-face': '2' } });
  await live.sees(/selfie/);
  expect(live.find('[part=primary]')!.textContent).toContain('Start');
});

test('detects a camera that is connected later', async () => {
  mediaDevices.getUserMedia = async () => {
    throw new DOMException('', 'NotFoundError');
  };
  const { widget } = await selfie();
  widget.press();
  await widget.sees('No camera found');
  mediaDevices.getUserMedia = trueGetUserMedia;
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await widget.sees('Look straight');
});

test('a capture whose upload fails can be sent again', async () => {
  const cut = { on: 'capture', status: 503, code: 'unavailable' };
  const { widget } = await selfie({ steps: ['center'], faults: [cut, cut, cut] });
  await live(widget);
  widget.press();
  await widget.sees('Are these photos clear');
  widget.press();
  await expect.poll(() => widget.heading()).toBe('That did not work');
  widget.find('[part=primary]')!.focus();
  expect(widget.events.at(-1)!.detail).toMatchObject({ code: 'unavailable', retryable: true });
  widget.press();
  await expect.poll(() => widget.root.activeElement?.tagName).toBe('H2');
  await widget.sees('All done');
});

test.each([
  ['that ran out', 'challenge_expired', 'can’t be used any more'],
  ['that another tab has answered', 'challenge_mismatch', 'can’t be used any more'],
])('a challenge %s requires new pictures', async (_, code, message) => {
  const fault = { on: 'capture', status: 409, code };
  const { widget } = await selfie({ steps: ['center'], faults: [fault] });
  await live(widget);
  widget.press();
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('That did not work');
  expect(widget.text()).toContain(message);
  widget.press();
  await widget.sees('A quick selfie');
});
