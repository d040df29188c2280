import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type DrawnDocument, drawDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';

const { mediaDevices } = navigator;
const { getUserMedia, enumerateDevices } = mediaDevices;
afterEach(() => Object.assign(mediaDevices, { getUserMedia, enumerateDevices }));

const GLARE = 'It reflects a lamp. Tilt it a little';
const size = { width: 1280, height: 720 };
/** Milliseconds from one picture to the next: the reader sees each of them. */
const EACH_MS = 200;

interface DrawnCamera {
  /** What was asked of `getUserMedia`, and of the track. */
  asked: MediaTrackConstraints[];
  constraints: MediaTrackConstraints[];
}

/** Replaces the camera by pictures in turn; each lens has the same. The device has a lamp. */
function drawnCamera(pictures: readonly ImageData[], lenses = ['Back camera']): DrawnCamera {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d')!;
  const log: DrawnCamera = { asked: [], constraints: [] };
  let n = 0;
  const timer = setInterval(() => context.putImageData(pictures[n++ % pictures.length]!, 0, 0), EACH_MS);
  onTestFinished(() => clearInterval(timer));
  mediaDevices.enumerateDevices = async () =>
    lenses.map((label) => ({ kind: 'videoinput', deviceId: label, label, groupId: '' }) as MediaDeviceInfo);
  mediaDevices.getUserMedia = async ({ video } = {}) => {
    const asked = video as MediaTrackConstraints & { deviceId?: { exact: string } };
    log.asked.push(asked);
    const stream = canvas.captureStream();
    const [track] = stream.getVideoTracks();
    track!.getSettings = () => ({ deviceId: asked.deviceId?.exact ?? lenses[0]! });
    track!.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
    track!.applyConstraints = async (one) => void log.constraints.push(...(one?.advanced ?? []));
    return stream;
  };
  return log;
}

function film(
  page: DrawnDocument,
  hold: Hold,
  touch: (data: Uint8ClampedArray) => void = () => {},
): ImageData {
  const { data } = filmDocument(page, { ...size, shake: 0.3, ...hold }, 0);
  touch(data);
  return new ImageData(data, size.width, size.height);
}

/** The gleam of a lamp on the portrait, and on so much of the zone that it cannot be read, however often it is looked at. */
function gleams(data: Uint8ClampedArray): void {
  const { width, height } = size;
  for (let at = 0; at < 4 * width * height; at += 4) {
    const [x, y] = [((at / 4) % width) / width, Math.floor(at / 4 / width) / height];
    const isLit = (left: number, top: number, radius: number) =>
      Math.hypot(x - left, (y - top) * 0.56) < radius;
    if (isLit(0.28, 0.45, 0.1) || isLit(0.5, 0.85, 0.05)) data.fill(255, at, at + 4);
  }
}

const passport = () => drawDocument({ type: 'passport' });

async function atCamera() {
  const { session, log } = await createCase({
    due: ['document', 'personal_details'],
    document: { mode: 'require', isOpen: true },
    mode: 'live',
  });
  const widget = mount({ session });
  await expect.poll(() => widget.find('#document-passport')).not.toBeNull();
  widget.find('#document-passport')!.click();
  await widget.sees('Show the page with your photo');
  return { widget, log };
}

const hint = (widget: Mounted) => widget.find('[part=hint]')?.textContent ?? '';
const button = (widget: Mounted, label: string) =>
  [...widget.root.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label);

test('a lamp on the portrait is said in words, lapses while it is still there, and blocks nothing', async () => {
  drawnCamera([film(passport(), {}, gleams)]);
  const { widget, log } = await atCamera();
  const shown: { text: string; at: number }[] = [];
  const look = () => {
    const text = hint(widget);
    if (text !== (shown.at(-1)?.text ?? '')) shown.push({ text, at: performance.now() });
  };
  const observer = new MutationObserver(look);
  observer.observe(widget.root, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  await expect.poll(() => shown.some(({ text }) => text === GLARE)).toBe(true);
  // For those who do not see it.
  await expect.poll(() => widget.find('[role=status]')?.textContent).toContain(GLARE);
  const at = () => shown.findIndex(({ text }) => text === GLARE);
  await expect.poll(() => shown[at() + 1]?.text).toBe('');
  const lasted = shown[at() + 1]!.at - shown[at()]!.at;
  expect(lasted).toBeGreaterThan(5_900);
  await expect.poll(() => button(widget, 'Take the photo')).not.toBeUndefined();
  button(widget, 'Take the photo')!.click();
  await expect.poll(log).toContain('document of 2 and 0 stills');
});

test('the lamp of the device is switched by a button that says whether it is on', async () => {
  const { constraints } = drawnCamera([film(drawDocument({ type: 'id_card' }), { x: 9 })]);
  const { widget } = await atCamera();
  await expect.poll(() => button(widget, 'Lamp of the phone')).not.toBeUndefined();
  const lamp = () => button(widget, 'Lamp of the phone')!;
  expect(lamp().getAttribute('aria-pressed')).toBe('false');
  for (const torch of [true, false]) {
    lamp().click();
    await expect.poll(() => lamp().getAttribute('aria-pressed')).toBe(String(torch));
    expect(constraints.at(-1)).toEqual({ torch });
  }
});

test('letters that one lens never has sharp offer the next; each may be chosen by hand; one alone is no choice', async () => {
  const blurred = film(passport(), { blur: 5 });
  const { asked } = drawnCamera([blurred], ['Ultra wide', 'Back camera']);
  const { widget } = await atCamera();
  await expect.poll(() => hint(widget)).toBe('Hold it still until it is sharp');
  await expect.poll(() => button(widget, 'Not sharp? Try the other camera')).not.toBeUndefined();
  button(widget, 'Not sharp? Try the other camera')!.click();
  await expect.poll(() => asked.at(-1)?.deviceId).toEqual({ exact: 'Back camera' });
  const lens = () => widget.find<HTMLSelectElement>('#lens');
  await expect.poll(() => lens()?.value).toBe('Back camera');
  lens()!.value = 'Ultra wide';
  lens()!.dispatchEvent(new Event('change'));
  await expect.poll(() => asked.at(-1)?.deviceId).toEqual({ exact: 'Ultra wide' });
  widget.element.remove();

  drawnCamera([blurred]);
  const { widget: alone } = await atCamera();
  await expect.poll(() => hint(alone)).toBe('Hold it still until it is sharp');
  expect(alone.find('#lens')).toBeNull();
  expect(button(alone, 'Not sharp? Try the other camera')).toBeUndefined();
});

test('where no reader starts, the person is told nothing wrong and presses the button at once', async () => {
  drawnCamera([film(passport(), {})]);
  const { session, log } = await createCase({
    due: ['document', 'personal_details'],
    document: { mode: 'require', isOpen: true },
    mode: 'live',
  });
  const widget = mount({ session, attributes: { 'asset-base': '/nowhere' } });
  await expect.poll(() => widget.find('#document-passport')).not.toBeNull();
  widget.find('#document-passport')!.click();
  await expect.poll(() => widget.find('.shutter.open')).not.toBeNull();
  const notices = widget.events.filter(({ type }) => type === 'idv-notice').map(({ detail }) => detail.code);
  expect(notices).toContain('guidance_failed');
  expect(hint(widget)).toBe('');
  button(widget, 'Take the photo')!.click();
  await expect.poll(log).toContain('document of 2 and 0 stills');
});
