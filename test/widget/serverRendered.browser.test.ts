import { expect, onTestFinished, test } from 'vitest';
import { type RenderOptions, renderIdvVerify } from '../../src/ssr/index.ts';
import type { IdvVerifyElement } from '../../src/widget/register.ts';
import { createCase } from './support/mount.ts';

/** Puts server-rendered markup on the page, and watches each painted frame. */
async function written(options: RenderOptions = {}) {
  const place = document.createElement('div');
  onTestFinished(() => place.remove());
  document.body.append(place);
  (place as Element & { setHTMLUnsafe(html: string): void }).setHTMLUnsafe(
    await renderIdvVerify({ ...options, attributes: { 'no-redirect': '', ...options.attributes } }),
  );
  const element = place.querySelector('idv-verify') as IdvVerifyElement;
  const root = element.shadowRoot!;
  const frames = new Set<string>();
  const boxOf = (selector: string) => {
    const box = root.querySelector(selector)?.getBoundingClientRect();
    return box ? [box.x, box.y, box.width, box.height].map(Math.round).join() : 'missing';
  };
  const look = () => {
    frames.add(['h2', '[part=lead]', 'li:first-child', 'li:last-child'].map(boxOf).join(' '));
    if (element.isConnected) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return { element, root, frames };
}

const ready = (element: Element) =>
  new Promise((resolve) => element.addEventListener('idv-ready', resolve, { once: true }));
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/**
 * The visible markup before the case is read: without styles and Lit's markers, whitespace and order normalized;
 * without progress and badge, which depend on the case.
 */
function markupOf(root: ShadowRoot): string[] {
  const copy = document.createElement('div');
  for (const child of root.children) copy.append(child.cloneNode(true));
  for (const other of copy.querySelectorAll('style, .progress, .badge')) other.remove();
  for (const element of copy.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes].sort((a, b) => a.name.localeCompare(b.name))) {
      element.removeAttribute(name);
      if (name !== 'style') element.setAttribute(name, value);
    }
  const markup = copy.innerHTML.replaceAll(/<!--[\s\S]*?-->| disabled=""|\s+/g, '');
  return markup.slice(0, markup.indexOf('</ul>')).split('<');
}

test('hydration shows the server-rendered screen without layout shift', async () => {
  const { element, root, frames } = await written();
  await painted();
  expect(root.querySelector('h2')!.textContent).toContain('Let’s confirm');
  expect(getComputedStyle(root.querySelector('.card')!).borderRadius).not.toBe('0px');
  const declared = { markup: markupOf(root), heading: root.querySelector('h2') };
  const { session } = await createCase();
  const isReady = ready(element);
  element.session = session;
  await isReady;
  await painted();
  expect(root.querySelector('h2')).not.toBe(declared.heading);
  expect(markupOf(root)).toEqual(declared.markup);
  expect(root.querySelector('style')).toBeNull();
  expect(root.adoptedStyleSheets.length).toBeGreaterThan(0);
  expect([...frames]).toEqual([[...frames][0]]);
  root.querySelector<HTMLElement>('[part=primary]')!.click();
  await expect.poll(() => root.querySelector('h2')?.textContent).toContain('measure your face');
});

test('hydration keeps the focus', async () => {
  const { element, root } = await written();
  root.querySelector('h2')!.focus();
  const isReady = ready(element);
  element.session = (await createCase()).session;
  await isReady;
  expect(root.activeElement).toBe(root.querySelector('h2'));
});

test('keeps the language of the page until another screen is due', async () => {
  const { element, root, frames } = await written({ locale: 'ar' });
  expect(root.querySelector('.card')!.getAttribute('dir')).toBe('rtl');
  expect(root.querySelector('h2')!.textContent).toContain('لنتأكد');
  element.session = (await createCase({ due: ['selfie'] })).session;
  await expect
    .poll(() => root.querySelector('.list img, .pictures, [part=lead]')?.textContent ?? '')
    .not.toBe('');
  await expect.poll(() => root.querySelector('h2')?.textContent).not.toContain('لنتأكد');
  expect([...frames].filter((frame) => frame.startsWith('missing'))).toEqual([]);
});
