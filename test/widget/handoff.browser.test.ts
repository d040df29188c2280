import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { isComputer } from '../../src/widget/step/isComputer.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';

const TITLES = {
  code: 'Take the selfie with your phone',
  digits: 'Enter the 4-digit number from your phone',
  pending: 'Continue on your phone',
};

/** A computer whose policy requires a phone. */
async function forced(options: object = {}) {
  const made = await createCase({ due: ['selfie'], handoff: 'force', ...options });
  const widget = mount({ session: made.session });
  await widget.sees(TITLES.code);
  await expect.poll(() => widget.find('.code')).not.toBeNull();
  return { ...made, widget };
}

const joined = { phone: { status: 'joined', phone: 'Chrome on Android' } } as const;

const noticesOf = ({ events }: Mounted): string[] =>
  events.filter(({ type }) => type === 'idv-notice').map(({ detail }) => detail.code);

async function faults({ element }: Mounted): Promise<unknown[]> {
  const { violations } = await axe.run(element, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

test('no camera is opened if the phone must take the selfie', async () => {
  const { widget, log } = await forced();
  expect(widget.text()).not.toContain('Start the camera');
  expect(widget.find('.qr')!.getBoundingClientRect().width).toBeGreaterThanOrEqual(200);
  expect(await log()).not.toContain('POST selfie-check');
});

test.each([true, false])(
  'with server-sent events (%s) the flow shows code and digits, waits and continues',
  async (hasEvents) => {
    const { widget, change } = await forced({ hasEvents });
    await change(joined);
    await widget.sees(TITLES.digits);
    expect(widget.text()).toContain('Chrome on Android');
    const input = widget.find<HTMLInputElement>('#digits')!;
    input.value = '١٢٣٤';
    widget.press();
    await widget.sees(TITLES.pending);
    await change({ phone: { status: 'done', reason: 'done' }, status: 'submitted' });
    await widget.sees('All done');
    expect(noticesOf(widget).includes('handoff_without_events')).toBe(!hasEvents);
  },
);

test('a service that is slow is not taken for one whose events are held back', async () => {
  const platformFetch = window.fetch;
  let poll!: () => void;
  let hear!: () => void;
  const polled = new Promise<void>((resolve) => (poll = resolve));
  const heard = new Promise<void>((resolve) => (hear = resolve));
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    if (!/\/handoff$/.test(String(url)) || init?.method !== 'GET') return platformFetch(url, init);
    const isStream = /event-stream/.test(new Headers(init.headers).get('accept') ?? '');
    if (!isStream) poll();
    await (isStream ? polled : heard);
    return platformFetch(url, init);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { widget, change } = await forced();
  await polled;
  await change(joined);
  await widget.sees(TITLES.digits);
  hear();
  await change({ phone: { status: 'done', reason: 'done' }, status: 'submitted' });
  await widget.sees('All done');
  expect(noticesOf(widget)).not.toContain('handoff_without_events');
});

test('three wrong entries end the hand-off; incomplete digits do not count', async () => {
  const { widget, change, log } = await forced();
  await change(joined);
  await widget.sees(TITLES.digits);
  const enter = async (digits: string) => {
    await expect.poll(() => widget.find('[part=primary]')!.ariaDisabled).toBeNull();
    widget.find<HTMLInputElement>('#digits')!.value = digits;
    widget.press();
  };
  await enter('12');
  await expect
    .poll(() => widget.find('#mistake')!.textContent)
    .toBe('Enter the 4-digit number from your phone');
  expect(await log()).not.toContain('POST confirm');
  for (const left of ['2 more times', 'once more']) {
    await enter('9999');
    await expect.poll(() => widget.find('#mistake')!.textContent).toContain(left);
  }
  await enter('9999');
  await widget.sees('The phone is disconnected');
  expect(widget.text()).toContain('The number was wrong three times.');
});

test('another refused phone is shown and announced', async () => {
  const { widget, change } = await forced();
  await change(joined);
  await widget.sees(TITLES.digits);
  await change({ phone: { refusals: 1 } });
  await expect.poll(() => widget.find('.banner')?.textContent).toContain('Another phone tried to connect.');
  await expect
    .poll(() => widget.find('[role=status]')!.textContent)
    .toContain('Another phone tried to connect.');
});

test('removing the element ends following the phone, and inserting it continues', async () => {
  const { session, change, listeners, widget } = await forced();
  await expect.poll(listeners).toBe(1);
  widget.element.remove();
  await expect.poll(listeners).toBe(0);
  await change(joined);
  const again = mount({ session });
  await again.sees(TITLES.digits);
});

test('optional on a computer with a camera; returning to it ends the hand-off', async () => {
  const { session, log, listeners } = await createCase({ due: ['selfie'], handoff: 'enable' });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  await expect.poll(() => widget.text()).toContain('Use your phone instead');
  expect(widget.find('[part=primary]')!.textContent).toContain('Start the camera');
  widget.choose('Use your phone instead');
  await widget.sees(TITLES.code);
  await expect.poll(listeners).toBe(1);
  widget.choose('Use this computer instead');
  await widget.sees('A quick selfie');
  await expect.poll(listeners).toBe(0);
  expect(await log()).toContain('DELETE handoff');
});

test('without a camera the phone is offered first', async () => {
  const { session } = await createCase({ due: ['selfie'], handoff: 'enable' });
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia;
  onTestFinished(() => {
    mediaDevices.getUserMedia = open;
  });
  mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  await expect.poll(() => widget.text()).toContain('Use your phone instead');
  widget.press();
  await widget.sees('No camera found');
  expect(widget.find('[part=primary]')!.textContent).toContain('Use your phone instead');
  widget.press();
  await widget.sees(TITLES.code);
});

test('a site that chose the test face offers no phone in place of a missing camera', async () => {
  const { session } = await createCase({
    due: ['selfie'],
    handoff: 'enable',
    faults: [{ on: 'selfie-check', status: 422, code: 'validation_failed' }],
  });
  const { mediaDevices } = navigator;
  onTestFinished(() => {
    delete (mediaDevices as Partial<MediaDevices>).enumerateDevices;
  });
  mediaDevices.enumerateDevices = async () => [];
  const widget = mount({ session, attributes: { 'test-face': '' } });
  await expect.poll(() => widget.text()).toContain('Use your phone instead');
  await expect.poll(() => widget.find('[part=primary]')?.ariaDisabled).toBeNull();
  expect(widget.find('[part=primary]')!.textContent).toContain('Start the camera');
});

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0';
const MOUSE = ['fine'];
const FINGER = ['coarse'];
const BOTH = ['coarse', 'fine'];
test.each([
  ['a phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140.0 Mobile Safari/537.36', 5, FINGER, false],
  ['a tablet', 'Mozilla/5.0 (Linux; Android 15; Tab S9) Chrome/140.0 Safari/537.36', 5, FINGER, false],
  ['a tablet that says it is a Mac', MAC, 5, FINGER, false],
  ['a tablet that says it is a Mac, with a trackpad', MAC, 5, BOTH, false],
  ['a Mac', MAC, 0, MOUSE, true],
  ['a tablet that requests desktop sites', WINDOWS, 10, FINGER, false],
  ['a computer with a screen to touch', WINDOWS, 10, BOTH, true],
])(
  '%s is detected from its browser and its pointers, the first one its main one',
  (_, userAgent, maxTouchPoints, pointers, expected) => {
    const { matchMedia } = globalThis;
    onTestFinished(() => {
      globalThis.matchMedia = matchMedia;
    });
    globalThis.matchMedia = (query) => {
      const [, any, kind = ''] = /^\((any-)?pointer: (\w+)\)$/.exec(query)!;
      return { matches: any ? pointers.includes(kind) : pointers[0] === kind } as MediaQueryList;
    };
    expect(isComputer({ userAgent, maxTouchPoints } as Navigator)).toBe(expected);
  },
);

/** Replaces how the page writes to the clipboard. */
function writeClipboard(write: (text: string) => Promise<void>): void {
  const { clipboard } = navigator;
  const { writeText } = clipboard;
  onTestFinished(() => {
    clipboard.writeText = writeText;
  });
  clipboard.writeText = write;
}

test('a link that cannot be copied is shown', async () => {
  const { widget } = await forced();
  writeClipboard(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  widget.choose('Copy the link');
  await expect
    .poll(() => widget.find<HTMLInputElement>('.note input')?.value)
    .toMatch(/\/verify\/h#secret-\d/);
});

test('shows a new code every 30 seconds until a phone has joined', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { widget, change, log } = await forced();
  const copied: string[] = [];
  writeClipboard(async (text) => void copied.push(text));
  const draws = async () => (await log()).filter((call) => call === 'POST handoff').length;
  vi.advanceTimersByTime(29_000);
  expect(await draws()).toBe(1);
  vi.advanceTimersByTime(1000);
  await expect.poll(draws).toBe(2);
  // The link that is shown is the new one, whose secret is numbered by the draw.
  await expect
    .poll(() => {
      widget.choose('Copy the link');
      return copied.at(-1);
    })
    .toMatch(/#secret-2$/);
  await change(joined);
  await widget.sees(TITLES.digits);
  vi.advanceTimersByTime(120_000);
  expect(await draws()).toBe(2);
});

test('a failed start shows an error, and a press retries it', async () => {
  const faults = [{ on: 'handoff', status: 403, code: 'origin_not_allowed' }];
  const made = await createCase({ due: ['selfie'], handoff: 'force', faults });
  const widget = mount({ session: made.session });
  await widget.sees(TITLES.code);
  await expect.poll(() => widget.find('.banner')).not.toBeNull();
  widget.choose('Try again');
  await expect.poll(() => widget.find('.code')).not.toBeNull();
});

test('whoever says that they have no phone before there is a code is heard', async () => {
  const { session } = await createCase({ due: ['selfie'], handoff: 'force' });
  const { fetch } = window;
  onTestFinished(() => {
    window.fetch = fetch;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = false;
  window.fetch = async (input, init) => {
    const isStart = init?.method === 'POST' && String(input).endsWith('/handoff');
    if (isStart) await held;
    const reply = await fetch(input, init);
    answered ||= isStart;
    return reply;
  };
  const widget = mount({ session });
  await widget.sees(TITLES.code);
  widget.choose('I have no phone');
  const title = () => widget.find('h2')?.textContent?.trim();
  await expect.poll(title).toBe('I have no phone');
  release();
  await expect.poll(() => answered).toBe(true);
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  expect(title()).toBe('I have no phone');
});

test('at 320 px no text is cut off in any language, and axe finds no fault', async () => {
  const { widget, change } = await forced();
  widget.element.style.inlineSize = '320px';
  const card = widget.find('.card')!;
  const wide: string[] = [];
  // The other screens hold headings, text and buttons alone, which textLengths.browser.test.ts measures.
  const lookInEachLanguage = async (screen: string) => {
    for (const tag of languageTags) {
      widget.element.locale = tag;
      await expect.poll(() => card.lang, { interval: 10 }).toBe(tag);
      const texts = [card, ...widget.root.querySelectorAll<HTMLElement>('p, h2, button, .code, bdi')];
      const cut = texts.filter((text) => text.clientWidth > 1 && text.scrollWidth > text.clientWidth + 1);
      wide.push(...cut.map(({ textContent }) => `${tag} ${screen} ${textContent.trim()}`));
    }
    widget.element.locale = 'en';
    await expect.poll(() => card.lang).toBe('en');
  };
  await lookInEachLanguage('code');
  expect(await faults(widget)).toEqual([]);
  widget.choose('I have no phone');
  await widget.sees('I have no phone');
  expect(await faults(widget)).toEqual([]);
  widget.press();
  await widget.sees(TITLES.code);
  await change({ phone: { ...joined.phone, refusals: 1 } });
  await widget.sees(TITLES.digits);
  await lookInEachLanguage('digits');
  expect(await faults(widget)).toEqual([]);
  await change({ phone: { status: 'confirmed' } });
  await widget.sees(TITLES.pending);
  expect(await faults(widget)).toEqual([]);
  await change({ phone: { status: 'ended', reason: 'phone' } });
  await widget.sees('The phone is disconnected');
  expect(await faults(widget)).toEqual([]);
  expect(wide).toEqual([]);
});
