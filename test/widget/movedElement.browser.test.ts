import { expect, onTestFinished, test } from 'vitest';
import { typeDetails } from './support/fillDetails.ts';
import { createCase, type Mounted, mount, mountAtCamera } from './support/mount.ts';

const place = () => {
  const other = document.createElement('div');
  document.body.append(other);
  onTestFinished(() => other.remove());
  return other;
};

const moves: [string, (element: Element, to: Element) => void][] = [
  ['append', (element, to) => to.append(element)],
  [
    'moveBefore',
    (element, to) => (to as Element & { moveBefore: ParentNode['append'] }).moveBefore(element, null!),
  ],
];

const details = async () => {
  const made = await createCase({ due: ['personal_details', 'selfie'] });
  const fetches: number[] = [];
  const widget = mount({
    fetchSession: async () => {
      fetches.push(1);
      return made.session;
    },
  });
  await widget.sees('Your name');
  return { ...made, widget, fetches };
};

const givenName = ({ find }: Mounted) => find<HTMLInputElement>('[name=givenName]')?.value;

test.each(moves)('moved by %s the element keeps session, step and typed values', async (_name, move) => {
  const { widget, fetches, log } = await details();
  await typeDetails(widget, { givenName: 'Ada' });
  const calls = (await log()).length;
  move(widget.element, place());
  await widget.sees('Your name');
  expect(givenName(widget)).toBe('Ada');
  expect(fetches.length).toBe(1);
  expect((await log()).length).toBe(calls);
});

test.each(moves)('moved by %s the camera keeps running', async (_name, move) => {
  const { widget, video, track } = await mountAtCamera();
  move(widget.element, place());
  await expect.poll(() => video()?.paused).toBe(false);
  expect(track!.readyState).toBe('live');
});

test('removed and inserted later, the element requests no other session', async () => {
  const { widget, fetches } = await details();
  await typeDetails(widget, { givenName: 'Ada' });
  widget.element.remove();
  await new Promise((resolve) => setTimeout(resolve));
  document.body.append(widget.element);
  await widget.sees('Your name');
  expect(givenName(widget)).toBe('Ada');
  expect(fetches.length).toBe(1);
});

test('removed and inserted later, the element still has the pictures under review', async () => {
  const { session, log } = await createCase({ due: ['selfie'], steps: ['center'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  widget.choose('Use the test face');
  await widget.sees('Are these photos');
  widget.element.remove();
  await new Promise((resolve) => setTimeout(resolve));
  document.body.append(widget.element);
  await expect.poll(() => widget.find<HTMLCanvasElement>('canvas')?.width).toBeGreaterThan(300);
  expect(widget.heading()).toContain('Are these photos');
  widget.press();
  await widget.sees('All done');
  expect((await log()).filter((call) => call.startsWith('captured')).length).toBe(1);
});

test('a change of theme, look or language keeps typed values', async () => {
  const { widget } = await details();
  await typeDetails(widget, { givenName: 'Ada' });
  Object.assign(widget.element, { theme: 'dark', preset: 'sharp', locale: 'en-GB' });
  await widget.element.updateComplete;
  expect(givenName(widget)).toBe('Ada');
});

test('two elements are independent of each other', async () => {
  const [one, other] = [await details(), await createCase({ status: 'submitted' })];
  const done = mount({ session: other.session });
  await done.sees('All done');
  expect(one.widget.heading()).toContain('Your name');
});
