import { html } from 'lit';
import { beforeEach, expect, test } from 'vitest';
import { BrowserBack } from '../../src/widget/step/BrowserBack.ts';
import { createCase, mount } from './support/mount.ts';

type Widget = ReturnType<typeof mount>;

const type = (widget: Widget, name: string, value: string) => {
  const input = widget.find<HTMLInputElement>(`[name="${name}"]`)!;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

const toFace = async (widget: Widget) => {
  await expect.poll(() => widget.find('[part=primary]')).not.toBeNull();
  widget.press();
  await widget.sees('measure your face');
};

/** A photo instead of the camera. */
const choosePhoto = async (widget: Widget) => {
  const canvas = new OffscreenCanvas(480, 480);
  canvas.getContext('2d')!.fillRect(0, 0, 480, 480);
  const files = new DataTransfer();
  files.items.add(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'me.jpg'));
  const input = widget.find<HTMLInputElement>('input[type=file]')!;
  input.files = files.files;
  input.dispatchEvent(new Event('change'));
  await widget.sees('Are these photos clear?');
};

// An entry without marks of an earlier case, with something of the page.
beforeEach(() => history.pushState({ own: 1 }, ''));

test('the browser’s Back goes a step back, and the entries of the page stay as they were', async () => {
  const { session } = await createCase();
  const mark = `idv ${session.caseId}`;
  const widget = mount({ session });
  await toFace(widget);
  await expect.poll(() => history.state).toEqual({ own: 1, [mark]: 1 });
  history.back();
  await widget.sees('Let’s confirm');
  expect(history.state).toEqual({ own: 1, [mark]: 0 });
});

test('it goes through the pages of a form, with what was typed, as does the element’s own arrow', async () => {
  const { session } = await createCase({ due: ['personal_details'] });
  const mark = `idv ${session.caseId}`;
  const widget = mount({ session });
  await widget.sees('Your name');
  type(widget, 'givenName', 'Ada');
  type(widget, 'familyName', 'Lovelace');
  for (const [press, title, depth] of [
    [() => widget.press(), 'birth', 1],
    [() => history.back(), 'Your name', 0],
    [() => widget.press(), 'birth', 1],
    [() => widget.press('[part=back]'), 'Your name', 1],
    [() => widget.press(), 'birth', 2],
    [() => history.back(), 'Your name', 1],
  ] as const) {
    press();
    await widget.sees(new RegExp(title, 'i'));
    await expect.poll(() => history.state[mark]).toBe(depth);
  }
  expect(widget.find<HTMLInputElement>('[name=givenName]')!.value).toBe('Ada');
});

test('an entry that the page made is none of its business', async () => {
  const { session } = await createCase();
  const widget = mount({ session });
  await toFace(widget);
  await expect.poll(() => history.state[`idv ${session.caseId}`]).toBe(1);
  history.pushState(null, '', '#part');
  history.back();
  await expect.poll(() => history.state?.[`idv ${session.caseId}`]).toBe(1);
  expect(widget.heading()).toContain('measure your face');
});

test('of two elements the one goes back that went on last', async () => {
  const [{ session: first }, { session: second }] = [await createCase(), await createCase()];
  const [one, two] = [mount({ session: first }), mount({ session: second })];
  for (const widget of [one, two]) await toFace(widget);
  await expect.poll(() => history.state[`idv ${second.caseId}`]).toBe(1);
  history.back();
  await two.sees('Let’s confirm');
  expect(one.heading()).toContain('measure your face');
  history.back();
  await one.sees('Let’s confirm');
});

test('the end leaves no entry behind, and is said only then', async () => {
  const { session } = await createCase();
  const mark = `idv ${session.caseId}`;
  const widget = mount({ session });
  const depths: number[] = [];
  widget.element.addEventListener('idv-step', ({ detail }) => {
    if (detail.step === 'canceled') depths.push(history.state[mark]);
  });
  await toFace(widget);
  widget.press('[part=secondary]');
  await expect.poll(() => widget.find('#ask')).not.toBeNull();
  widget.press('.actions [part=secondary]');
  await expect.poll(() => depths).toEqual([0]);
});

test('a closed dialog leaves no entry behind', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { mode: 'modal' } });
  await toFace(widget);
  await expect.poll(() => history.state[`idv ${session.caseId}`]).toBe(1);
  widget.element.close();
  await expect.poll(() => widget.names()).toContain('idv-cancel');
  expect(history.state[`idv ${session.caseId}`]).toBe(0);
});

test('photos are not lost without a question', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const mark = `idv ${session.caseId}`;
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  await choosePhoto(widget);
  await expect.poll(() => history.state[mark]).toBe(1);
  history.back();
  await expect.poll(() => widget.find('.ask')?.textContent).toContain('Your photos will be lost');
  await expect.poll(() => history.state[mark]).toBe(1);
  widget.choose('No, go back');
  await expect.poll(() => widget.find('.ask')).toBeNull();
  expect(widget.heading()).toBe('Are these photos clear?');
});

test('it closes the camera', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  widget.press();
  await expect.poll(() => widget.find<HTMLVideoElement>('video')?.videoWidth).toBeGreaterThan(0);
  const [track] = (widget.find<HTMLVideoElement>('video')!.srcObject as MediaStream).getTracks();
  await expect.poll(() => history.state[`idv ${session.caseId}`]).toBe(1);
  history.back();
  await widget.sees('A quick selfie');
  expect(track!.readyState).toBe('ended');
});

test('an end that is seen twice at once goes back over the entries of the steps once', async () => {
  const back = new BrowserBack({
    step: { render: () => html``, back: () => undefined },
    case: { id: 'case_1' },
  });
  back.follow();
  expect(history.state).toEqual({ own: 1, 'idv case_1': 1 });
  await Promise.all([back.unwind(), back.unwind()]);
  await back.unwind();
  expect(history.state).toEqual({ own: 1, 'idv case_1': 0 });
});
