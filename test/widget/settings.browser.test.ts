import { afterEach, expect, test } from 'vitest';
import { cdp, page, server } from 'vitest/browser';
import { createCase, type Mounted, mount } from './support/mount.ts';

interface DevTools {
  send(method: string, params?: object): Promise<unknown>;
}

/** System and browser preferences can be emulated in Chromium only. */
const canEmulate = server.browser === 'chromium';
const devtools = () => cdp() as unknown as DevTools;
const emulate = (name: string, value: string) =>
  devtools().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });

afterEach(async () => {
  await page.viewport(414, 896);
  if (!canEmulate) return;
  await devtools().send('Emulation.setEmulatedMedia', { features: [] });
  await devtools().send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
});

const consent = async () => {
  const widget = mount({ session: (await createCase()).session });
  await widget.sees('Let’s confirm');
  await expect.poll(() => widget.find('[part=primary]')).not.toBeNull();
  return widget;
};

/** Nothing is wider than the page, and no text is cut off. */
function expectRoom({ root }: Mounted): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const texts = [...root.querySelectorAll<HTMLElement>('p, h2, button, label, li, summary')];
  const cut = texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1);
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
}

test.each([
  ['400 % zoom of 1280 x 1024', 320, 256],
  ['the narrowest column', 280, 653],
  ['a wide one', 1800, 900],
])('no screen overflows, including the live one: %s', async (_name, width, height) => {
  await page.viewport(width, height);
  const { session } = await createCase({ due: ['consent', 'personal_details'] });
  const first = mount({ session });
  await expect.poll(() => first.find('[part=primary]')).not.toBeNull();
  expectRoom(first);
  first.press();
  await first.sees('measure your face');
  expectRoom(first);
  first.press();
  await first.sees('Your name');
  expectRoom(first);
  first.element.remove();
  const widget = mount({ session: (await createCase({ due: ['selfie'] })).session });
  await widget.sees('A quick selfie');
  expectRoom(widget);
  widget.press();
  await expect.poll(() => widget.find<HTMLVideoElement>('video')?.videoWidth).toBeGreaterThan(0);
  expectRoom(widget);
  // The whole oval is seen at once.
  const stage = widget.find('.stage')!;
  expect(stage.clientHeight).toBeLessThanOrEqual(height);
  expect(stage.clientWidth).toBeLessThanOrEqual(width);
});

test.runIf(canEmulate)('all text scales with the font size of the browser', async () => {
  await devtools().send('Page.setFontSizes', { fontSizes: { standard: 28, fixed: 24 } });
  const widget = await consent();
  expect(getComputedStyle(widget.find('.card')!).fontSize).toBe('28px');
  expect(Number.parseFloat(getComputedStyle(widget.find('h2')!).fontSize)).toBeGreaterThan(36);
  expectRoom(widget);
});

test.runIf(canEmulate)('with forced colours buttons, focus and progress are visible', async () => {
  await emulate('forced-colors', 'active');
  const widget = await consent();
  const look = (selector: string) => getComputedStyle(widget.find(selector)!);
  const ground = look('.card').backgroundColor;
  expect(look('[part=primary]').backgroundColor).not.toBe(ground);
  expect(look('[part=primary]').color).not.toBe(look('[part=primary]').backgroundColor);
  expect(look('[part=card]').borderTopWidth).toBe('1px');
  widget.find('[part=secondary]')!.focus();
  expect(look('[part=secondary]').outlineStyle).toBe('solid');
  await expect.poll(() => widget.find('.progress .now')).not.toBeNull();
  expect(look('.progress .now').backgroundColor).not.toBe(look('.progress i:last-child').backgroundColor);
  expect(look('.progress .now').backgroundColor).not.toBe(ground);
});

test.runIf(canEmulate)('prefers-contrast: more is respected', async () => {
  const widget = await consent();
  const lead = () => getComputedStyle(widget.find('.lead')!).color;
  const text = getComputedStyle(widget.find('h2')!).color;
  expect(lead()).not.toBe(text);
  await emulate('prefers-contrast', 'more');
  expect(lead()).toBe(text);
});

test.runIf(canEmulate)('with reduced motion nothing is animated', async () => {
  await emulate('prefers-reduced-motion', 'reduce');
  const widget = await consent();
  expect(getComputedStyle(widget.find('.screen')!).animationName).toBe('none');
});
