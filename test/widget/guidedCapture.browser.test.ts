import { expect, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

const selfie = async (options: Parameters<typeof createCase>[0] = {}) => {
  const made = await createCase({ due: ['selfie'], ...options });
  const widget = mount({ session: made.session });
  const frames: string[] = [];
  widget.element.addEventListener('idv-frame', ({ detail }) => {
    frames.push(`${detail.step} ${detail.accepted ? 'accepted' : detail.reason}`);
  });
  await widget.sees('A quick selfie');
  return { ...made, widget, frames };
};

test('the test face completes the challenge automatically', async () => {
  const steps = ['center', 'turn_right', 'look_down', 'blink'] as const;
  const { widget, frames, log } = await selfie({ steps: [...steps] });
  widget.choose('Use the test face');
  await widget.sees('Look straight');
  const track = (widget.find<HTMLVideoElement>('video')!.srcObject as MediaStream).getTracks()[0]!;
  await expect.poll(widget.heading).toContain('Are these photos clear');
  expect(frames.filter((frame) => frame.endsWith('accepted'))).toEqual(
    steps.map((step) => `${step} accepted`),
  );
  expect(track.readyState).toBe('ended');
  widget.choose('Take new photos');
  await widget.sees('Look straight');
  expect(widget.find<HTMLVideoElement>('video')!.srcObject).not.toBeNull();
  await widget.reviews();
  widget.press();
  await widget.sees('All done');
  expect(await log()).toContain(`captured ${JSON.stringify(steps)} in 4 frames`);
});

test('a take with a gap is asked for again, with its reason; the second time it may be sent', async () => {
  const { widget, frames, log } = await selfie();
  const accepted = () => frames.filter((frame) => frame.endsWith('accepted')).length;
  // A page that can do nothing for a while between two pictures.
  const beBusy = async (after: number) => {
    await expect.poll(accepted).toBeGreaterThan(after);
    const until = performance.now() + 900;
    while (performance.now() < until);
    await expect.poll(widget.heading).toBe('Are these photos clear?');
  };
  widget.choose('Use the test face');
  await beBusy(0);
  expect(widget.text()).toContain('The photos stopped too early. Close other programs and tabs');
  expect(widget.find('[part~=primary]')!.textContent.trim()).toBe('Take new photos');
  const before = accepted();
  widget.press();
  await beBusy(before);
  expect(widget.find('[part~=primary]')!.textContent.trim()).toBe('Send');
  widget.press();
  await widget.sees('All done');
  expect((await log()).filter((line) => line.startsWith('captured'))).toHaveLength(1);
});

test('a missing face is announced, shown and reported', async () => {
  const { widget, frames } = await selfie();
  widget.press();
  await expect.poll(() => widget.find('[part=hint]')?.textContent).toBe('Bring your face into the oval');
  const status = () => widget.find('[role=status]')!.textContent.trim();
  await expect.poll(status).toBe('Bring your face into the oval');
  await expect.poll(() => frames).toContain('center no_face');
});

test('the preview is not restarted when a hint changes', async () => {
  const { widget } = await selfie();
  widget.press();
  await expect.poll(() => widget.find<HTMLVideoElement>('video')?.videoWidth).toBeGreaterThan(0);
  const video = widget.find<HTMLVideoElement>('video')!;
  let emptied = 0;
  video.addEventListener('emptied', () => emptied++);
  await expect.poll(() => widget.text()).toContain('Bring your face');
  expect(emptied).toBe(0);
  expect(video.paused).toBe(false);
});

test('a person who cannot do the movements takes one picture', async () => {
  const { widget, log } = await selfie();
  widget.choose('Use the test face');
  await expect.poll(() => widget.text()).toContain('Another way');
  widget.choose('Another way');
  await expect.poll(() => widget.root.activeElement?.textContent).toBe('Another way');
  widget.choose('I can’t do this movement');
  await expect.poll(() => widget.root.activeElement?.textContent).toBe('Look straight at the camera');
  await expect.poll(widget.heading).toBe('Are these photos clear?');
  widget.press();
  await widget.sees('All done');
  expect(await log()).toContain('captured ["center"] in 1 frames');
});

test('nothing is captured while the person chooses another option', async () => {
  const { widget, frames, log } = await selfie();
  widget.choose('Use the test face');
  await expect.poll(() => frames).toContain('center accepted');
  widget.choose('Another way');
  await expect.poll(() => widget.text()).toContain('I can’t do this movement');
  const before = frames.length;
  await shown(widget.find<HTMLVideoElement>('video')!, 60);
  expect(frames.length).toBe(before);
  expect(widget.text()).toContain('I can’t do this movement');
  widget.choose('Try again');
  await expect.poll(widget.heading).toBe('Are these photos clear?');
  // Perhaps this person can't do the step: the second challenge has another.
  expect((await log()).filter((line) => line === 'POST selfie-check')).toHaveLength(2);
});

test('who is stuck twice takes one picture', async () => {
  const { widget, frames, log } = await selfie();
  widget.choose('Use the test face');
  for (const times of [1, 2]) {
    const taken = () => frames.filter((frame) => frame === 'center accepted').length;
    await expect.poll(taken).toBe(times);
    widget.choose('Another way');
    await expect.poll(() => widget.text()).toContain('Try again');
    widget.choose('Try again');
  }
  await widget.sees('Look straight');
  expect(widget.text()).not.toContain('I can’t do this movement');
  await expect.poll(widget.heading).toBe('Are these photos clear?');
  widget.press();
  await widget.sees('All done');
  const lines = await log();
  expect(lines.filter((line) => line.startsWith('stuck'))).toEqual([
    'stuck at turn_left',
    'stuck at turn_left',
  ]);
  expect(lines).toContain('captured ["center"] in 1 frames');
});

test('who leaves the page during a movement is not stuck at it', async () => {
  const { widget, frames, log } = await selfie();
  const taken = () => frames.filter((frame) => frame === 'center accepted').length;
  widget.choose('Use the test face');
  await expect.poll(taken).toBe(1);
  for (const type of ['pagehide', 'pageshow'])
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  await expect.poll(taken).toBe(2);
  expect((await log()).filter((line) => line.startsWith('stuck'))).toEqual([]);
});

test('a threshold out of bounds is reported, and the default is used', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  widget.element.limits = { turnYaw: 1 };
  await widget.sees('A quick selfie');
  widget.press();
  await expect.poll(() => widget.find('[part=hint]')?.textContent).toContain('Bring your face');
  expect(widget.events.find(({ type }) => type === 'idv-error')?.detail).toMatchObject({ code: 'setup' });
});

test('the test face is not offered in live mode', async () => {
  const { widget } = await selfie({ mode: 'live' });
  expect(widget.text()).not.toContain('test face');
});

/** Until the video has shown so many more pictures. */
async function shown(video: HTMLVideoElement, pictures: number): Promise<void> {
  for (let index = 0; index < pictures; index++) {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  }
}
