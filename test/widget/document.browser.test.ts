import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { draftStore } from '../../src/widget/form/draftStore.ts';
import { cutConnection } from './support/cutConnection.ts';
import { typeDetails } from './support/fillDetails.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';
import type { SmallCaseOptions } from './support/SmallCase.ts';

/** A take by the drawn camera is seconds of processor time, of which a busy machine gives a tenth. */

const { mediaDevices } = navigator;
const trueGetUserMedia = mediaDevices.getUserMedia;
afterEach(async () => {
  mediaDevices.getUserMedia = trueGetUserMedia;
  await draftStore.forget();
});

const QUESTION = 'Which document do you have at hand?';
const asked = {
  mode: 'require' as const,
  isOpen: true,
  types: ['passport' as const, 'id_card' as const, 'residence_permit' as const, 'driving_licence' as const],
};
const read = { familyName: 'Eriksson', givenName: 'Anna Maria', dateOfBirth: '1994-08-12' };

/** At the choice of a document. `testFace` is the drawn person, who holds a drawn document. */
async function atChoice(options: SmallCaseOptions = {}, testFace: string | null = null) {
  const { document = {}, ...others } = options;
  const made = await createCase({
    due: ['document', 'personal_details'],
    document: { ...asked, ...document },
    ...others,
  });
  const widget = mount({
    session: made.session,
    ...(testFace && { attributes: { 'test-face': testFace } }),
  });
  await expect.poll(() => widget.find('#document-none')).not.toBeNull();
  return { ...made, widget };
}

const video = (widget: Mounted) => widget.find<HTMLVideoElement>('video');
const choose = (widget: Mounted, kind: string) =>
  widget.find<HTMLButtonElement>(`#document-${kind}`)!.click();
const hasPicture = (widget: Mounted) => expect.poll(() => video(widget)?.videoWidth).toBeGreaterThan(0);
const shutter = (widget: Mounted) => widget.find<HTMLButtonElement>('.shutter button')!;
const valueIn = (widget: Mounted, name: string) =>
  widget.find<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';

test('the consent speaks of the document only where one may be asked for, and its words are stored', async () => {
  const words = 'It does not find out if the document is real.';
  const without = mount({ session: (await createCase()).session });
  await expect.poll(() => without.find('[part=primary]')).not.toBeNull();
  expect(without.text()).not.toContain(words);
  const { session, texts } = await createCase({ document: { mode: 'offer', isOpen: true } });
  const widget = mount({ session });
  await widget.agree();
  await expect.poll(texts).toHaveLength(1);
  const [stored] = await texts();
  for (const sentence of [
    words,
    'Your face may be compared with the photo in the document.',
    'We keep its photos no longer than your other photos',
    'We make a code from its number, the name on it and its photos.',
  ])
    expect(stored).toContain(sentence);
});

test('a passport is taken by itself, its camera ends, and the form has what it says', async () => {
  const { widget, log } = await atChoice({ read }, '1');
  const { violations } = await axe.run(widget.element);
  expect(violations.map(({ id }) => id)).toEqual([]);
  choose(widget, 'passport');
  await widget.sees('Show the page with your photo');
  await hasPicture(widget);
  const [track] = (video(widget)!.srcObject as MediaStream).getTracks();
  await expect.poll(() => widget.heading()).toBe('Your name');
  expect(track!.readyState).toBe('ended');
  expect(await log()).toEqual(
    expect.arrayContaining(['document passport', 'document of 2 and 0 stills', 'GET document']),
  );
  await expect.poll(() => valueIn(widget, 'familyName')).toBe('Eriksson');
  expect(valueIn(widget, 'givenName')).toBe('Anna Maria');
});

const credential = {
  mode: 'offer' as const,
  asked: ['familyName' as const],
  triesLeft: 5,
  proven: null,
  qr: false,
};

/** Passes the wallet by, where there is one: only Chromium has one here. Elsewhere the document is asked for at once. */
async function passWallet(widget: Mounted, question: string): Promise<boolean> {
  await expect
    .poll(() => /How do you want/.test(widget.heading()) || widget.heading() === question)
    .toBe(true);
  const hasWallet = widget.heading() !== question;
  if (hasWallet) widget.root.querySelectorAll<HTMLElement>('.choice button')[1]!.click();
  await widget.sees(question);
  return hasWallet;
}

/** Photographs both sides of a licence. */
async function showLicence(widget: Mounted): Promise<void> {
  choose(widget, 'driving_licence');
  await showSides(widget);
}

async function showSides(widget: Mounted): Promise<void> {
  for (const side of ['your photo', 'other side']) {
    await widget.sees(side);
    await hasPicture(widget);
    shutter(widget).click();
  }
}

test('after a document that could not be read it is asked for again, and the wallet is one step back', async () => {
  const { session } = await createCase({
    due: ['document', 'personal_details'],
    document: asked,
    credential,
    documentRetries: ['document_cut_off'],
  });
  const widget = mount({ session });
  const hasWallet = await passWallet(widget, QUESTION);
  await showLicence(widget);
  await widget.sees('Try again');
  expect(widget.text()).toContain('A part of it is outside the picture');
  widget.element.remove();
  const after = mount({ session });
  await after.sees('Try again');
  await expect.poll(() => after.find('[part=back]') !== null).toBe(true);
  after.press('[part=back]');
  expect(await passWallet(after, 'Try again')).toBe(hasWallet);
});

test('after a wallet was passed by and a document read, the form has the focus on its heading', async () => {
  const { session } = await createCase({
    due: ['document', 'personal_details'],
    document: asked,
    credential,
    read,
  });
  const widget = mount({ session, attributes: { 'test-face': '1' } });
  await passWallet(widget, QUESTION);
  choose(widget, 'passport');
  await expect.poll(() => widget.heading()).toBe('Your name');
  await expect.poll(() => widget.root.activeElement?.textContent).toBe('Your name');
});

test('a card: its front by the button, its back by itself', async () => {
  const { widget, log } = await atChoice({}, '1');
  choose(widget, 'id_card');
  await widget.sees('Show the side with your photo');
  await hasPicture(widget);
  const open = () => widget.find('.shutter.open');
  await expect.poll(open).not.toBeNull();
  const { violations } = await axe.run(widget.element);
  expect(violations.map(({ id }) => id)).toEqual([]);
  shutter(widget).click();
  await widget.sees('Now show the other side');
  expect(open()).toBeNull();
  await expect.poll(() => widget.heading()).toBe('Your name');
  expect(await log()).toContain('document of 2 and 2 stills');
});

test('a licence is photographed by the button, after the person was told that a person may look at it', async () => {
  const { widget, log } = await atChoice();
  choose(widget, 'driving_licence');
  await widget.sees('Show the side with your photo');
  expect(widget.text()).toContain('If a computer cannot read it, a person will look at it.');
  await hasPicture(widget);
  shutter(widget).click();
  await widget.sees('Now show the other side');
  shutter(widget).click();
  await widget.sees('Your name');
  expect(await log()).toContain('document of 2 and 2 stills');
});

test('a keyboard reaches the button at once; others see it after eight seconds', async () => {
  const { widget } = await atChoice();
  choose(widget, 'passport');
  await widget.sees('Show the page with your photo');
  await hasPicture(widget);
  await expect.poll(() => widget.find('.shutter button')).not.toBeNull();
  shutter(widget).focus();
  expect(widget.root.activeElement).toBe(shutter(widget));
  await expect.poll(() => widget.find('.shutter.open')).not.toBeNull();
});

test('a refused document says what to change, how often it can be tried, and that there are other ways', async () => {
  const { widget } = await atChoice({ documentRetries: ['document_cut_off'] });
  await showLicence(widget);
  await widget.sees('Try again');
  expect(widget.text()).toContain('A part of it is outside the picture');
  expect(widget.text()).toContain('You can try 2 more times.');
  widget.find<HTMLButtonElement>('#document-none')!.click();
  await widget.sees('Your name');
  widget.find<HTMLButtonElement>('[part=back]')!.click();
  await widget.sees('Try again');
});

test('without a camera there are other ways, and back to the choice', async () => {
  mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError');
  };
  const { widget } = await atChoice({ mode: 'live' });
  choose(widget, 'passport');
  await widget.sees('The camera is blocked');
  expect(widget.text()).not.toContain('Use the test document');
  widget.choose('Another document');
  await widget.sees(QUESTION);
});

test('files are taken only where the policy says so', async () => {
  const { widget } = await atChoice({ document: { ...asked, upload: 'enable' } });
  choose(widget, 'passport');
  await widget.sees('Show the page with your photo');
  expect(widget.text()).toContain('Use a photo instead');
  const other = await atChoice();
  choose(other.widget, 'passport');
  await other.widget.sees('Show the page with your photo');
  expect(other.widget.text()).not.toContain('Use a photo instead');
});

test('a file is judged as by the service, by its longer side, before anything is sent', async () => {
  const { widget, log } = await atChoice({ document: { ...asked, upload: 'enable' } });
  choose(widget, 'passport');
  await widget.sees('Show the page with your photo');
  await chooseFile(widget, [799, 790]);
  const reason = 'This photo is too small: at least 800 pixels on its longer side.';
  await expect.poll(() => widget.text()).toContain(reason);
  expect(await log()).not.toContain('POST document-check');
  widget.choose('Take new photos');
  await widget.sees('Show the page with your photo');
  await chooseFile(widget, [800, 300]);
  await expect.poll(log).toContain('document of 1 and 0 stills');
});

test('a bad file of the back keeps the front: only the back is asked for again', async () => {
  const { widget, log } = await atChoice({ document: { ...asked, upload: 'enable' } });
  choose(widget, 'id_card');
  await widget.sees('your photo');
  await chooseFile(widget, [900, 600]);
  await widget.sees('other side');
  await chooseFile(widget, [799, 500]);
  await expect.poll(() => widget.text()).toContain('This photo is too small');
  widget.choose('Take new photos');
  await widget.sees('other side');
  await chooseFile(widget, [900, 600]);
  await expect.poll(log).toContain('document of 1 and 1 stills');
});

async function chooseFile(widget: Mounted, [width, height]: [number, number]): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const files = new DataTransfer();
  files.items.add(new File([blob!], 'passport.png', { type: 'image/png' }));
  const input = widget.find<HTMLInputElement>('input[type=file]')!;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('only the accepted kinds are offered', async () => {
  const { widget } = await atChoice({ document: { ...asked, types: ['passport', 'id_card'] } });
  expect(widget.find('#document-driving_licence')).toBeNull();
  expect(widget.root.querySelectorAll('.kinds button')).toHaveLength(2);
});

test('pictures that did not leave are sent once when the line returns, and not once the person has gone on', async () => {
  const { widget, log } = await atChoice();
  const attempts = async () => (await log()).filter((line) => line === 'POST document-check').length;
  const connect = cutConnection();
  await showLicence(widget);
  await widget.sees('did not work');
  widget.choose('Take new photos');
  await widget.sees('your photo');
  await hasPicture(widget);
  const [track] = (video(widget)!.srcObject as MediaStream).getTracks();
  connect();
  expect(widget.heading()).toContain('your photo');
  expect(track!.readyState).toBe('live');
  expect(await attempts()).toBe(0);
  const connectAgain = cutConnection();
  await showSides(widget);
  await widget.sees('did not work');
  widget.press();
  await expect.poll(widget.heading).not.toContain('did not work');
  await widget.sees('did not work');
  connectAgain();
  await widget.sees('Your name');
  expect(await attempts()).toBe(1);
});

/** Loads the page anew. */
function reload(widget: Mounted, session: Parameters<typeof mount>[0]['session']): Mounted {
  widget.element.remove();
  return mount({ session: session!, attributes: { 'test-face': '1' } });
}

test('what was read and what the person changed survive a reload; another document keeps the rest', async () => {
  const { widget, session } = await atChoice({ read }, '1');
  choose(widget, 'passport');
  await expect.poll(() => valueIn(widget, 'familyName')).toBe('Eriksson');
  await typeDetails(widget, { givenName: 'Annamaria' });
  await expect
    .poll(async () => (await draftStore.load(session.caseId))?.typed['givenName'])
    .toBe('Annamaria');
  const after = reload(widget, session);
  await after.sees('Your name');
  const names = () => [valueIn(after, 'familyName'), valueIn(after, 'givenName')];
  await expect.poll(names).toEqual(['Eriksson', 'Annamaria']);
  after.press();
  await after.sees('Birth and nationality');
  await expect.poll(() => valueIn(after, 'dateOfBirth.year')).toBe('1994');
  await typeDetails(after, { 'dateOfBirth.day': '13' });
  await expect.poll(async () => (await draftStore.load(session.caseId))?.typed['dateOfBirth.day']).toBe('13');
  const last = reload(after, session);
  await last.sees('Birth and nationality');
  const dates = () => [valueIn(last, 'dateOfBirth.year'), valueIn(last, 'dateOfBirth.day')];
  await expect.poll(dates).toEqual(['1994', '13']);
});

test.each([
  ['nothing', () => draftStore.forget()],
  [
    'a draft of another case',
    () => draftStore.save('case_other', { page: 'name', typed: {}, isSent: false }),
  ],
])('where the tab kept %s, a reload fills the form with what the document says', async (_, keep) => {
  const { widget, session } = await atChoice({ read }, '1');
  choose(widget, 'passport');
  await expect.poll(() => valueIn(widget, 'familyName')).toBe('Eriksson');
  await keep();
  const after = reload(widget, session);
  await after.sees('Your name');
  await expect.poll(() => valueIn(after, 'familyName')).toBe('Eriksson');
});

test('a reload before the camera begins at the question; what was typed without a document is not asked for again', async () => {
  const { widget, session } = await atChoice({ read, document: { ...asked, mode: 'offer' } });
  choose(widget, 'driving_licence');
  await hasPicture(widget);
  shutter(widget).click();
  await widget.sees('Now show the other side');
  const again = reload(widget, session);
  await again.sees(QUESTION);
  again.press('#document-none');
  await again.sees('Your name');
  await typeDetails(again, { givenName: 'Ada', familyName: 'Lovelace' });
  again.press();
  await again.sees('Birth and nationality');
  await typeDetails(again, { 'nationalities.0': 'France' });
  await expect.poll(async () => (await draftStore.load(session.caseId))?.typed['nationalities.0']).toBe('FR');
  const typed = reload(again, session);
  await typed.sees('Birth and nationality');
  for (const place of ['Your name', QUESTION]) {
    await expect.poll(() => typed.find('[part=back]') !== null).toBe(true);
    typed.press('[part=back]');
    await typed.sees(place);
  }
  // A document says who the person is; what it does not say stays as typed.
  choose(typed, 'passport');
  await expect.poll(() => valueIn(typed, 'familyName')).toBe('Eriksson');
  typed.press();
  await typed.sees('Birth and nationality');
  await expect.poll(() => valueIn(typed, 'nationalities.0')).toBe('France');
});

test('a reload while a document is read, which then has to be shown again', async () => {
  const { widget, session } = await atChoice({ documentLooks: 4, documentRetries: ['document_glare'] });
  await showLicence(widget);
  await widget.sees('Checking your photos');
  const after = reload(widget, session);
  await after.sees('Try again');
  expect(after.text()).toContain('You can try 2 more times.');
});
