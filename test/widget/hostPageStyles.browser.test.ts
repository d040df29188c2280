import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createCase, mount } from './support/mount.ts';

beforeEach(() => page.viewport(1000, 900));
afterEach(() => page.viewport(414, 896));

/** Puts the element into a parent of that style, within a column of that width. */
const within = async (style: string, column = 900, tag = 'div') => {
  const outer = document.createElement('div');
  outer.style.inlineSize = `${column}px`;
  const parent = document.createElement(tag);
  parent.style.cssText = style;
  outer.append(parent);
  document.body.append(outer);
  onTestFinished(() => outer.remove());
  const { session } = await createCase();
  const widget = mount({ session, parent });
  await widget.sees('Let’s confirm');
  if (parent instanceof HTMLDialogElement) parent.showModal();
  return { widget, parent, card: widget.find('.card')! };
};

const PARENTS: [string, string][] = [
  ['block', ''],
  ['flex, centred', 'display: flex; justify-content: center'],
  ['flex column, centred', 'display: flex; flex-direction: column; align-items: center'],
  ['inline-flex', 'display: inline-flex'],
  ['grid, centred', 'display: grid; place-items: center'],
  ['inline-grid', 'display: inline-grid'],
  ['float', 'float: left'],
  ['inline-block', 'display: inline-block'],
  ['table cell', 'display: table-cell'],
  ['absolute', 'position: absolute; inset-block-start: 0'],
  ['fit-content', 'inline-size: fit-content'],
  ['max-content', 'inline-size: max-content'],
];

test.each(PARENTS)('has its full width if there is space: %s', async (_name, style) => {
  const { card } = await within(style);
  expect(card.getBoundingClientRect().width).toBe(480);
});

test('has its full width in a dialog of the page', async () => {
  const { card } = await within('padding: 0', 900, 'dialog');
  expect(card.getBoundingClientRect().width).toBe(480);
});

test.each(PARENTS.filter(([name]) => name !== 'max-content' && name !== 'absolute'))(
  'shrinks with a narrow one: %s',
  async (_name, style) => {
    const { card, parent } = await within(style, 280);
    expect(card.getBoundingClientRect().width).toBeLessThanOrEqual(280);
    expect(parent.getBoundingClientRect().width).toBeLessThanOrEqual(280);
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  },
);

const stylesheet = (css: string) => {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  onTestFinished(() => style.remove());
};

test.each(['62.5%', '6px', '16px'])('text keeps its size if the root font size is %s', async (size) => {
  stylesheet(`html { font-size: ${size} }`);
  const { widget, card } = await within('');
  expect(getComputedStyle(card).fontSize).toBe('16px');
  const sizes = [...widget.root.querySelectorAll<HTMLElement>('p, button, h2, summary, strong')].map((text) =>
    Number.parseFloat(getComputedStyle(text).fontSize),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
});

test('inherited styles do not leak in', async () => {
  const { widget: alone } = await within('');
  const before = looks(alone.root);
  stylesheet(`body { letter-spacing: 4px; word-spacing: 9px; white-space: pre; text-transform: uppercase; line-height: 4;
    font: italic 700 30px/3 cursive; text-align: right; text-indent: 40px; color: red; word-break: break-all; hyphens: auto;
    list-style: square inside; cursor: wait; text-shadow: 1px 1px red; font-variant: small-caps; quotes: none;
    border-collapse: collapse; tab-size: 20; writing-mode: horizontal-tb; -webkit-text-stroke: 1px red }`);
  expect(changed(before, looks(alone.root))).toEqual([]);
});

test.each([
  '* { all: unset !important }',
  'button, h2, p, div, span, svg, ul, li { all: unset !important; display: inline !important; color: red !important }',
  'idv-verify { display: inline; font-size: 0; line-height: 0 }',
])('a page that resets all styles changes nothing inside: %s', async (css) => {
  const { widget, card } = await within('');
  const before = looks(widget.root);
  stylesheet(css);
  expect(changed(before, looks(widget.root))).toEqual([]);
  expect(card.getBoundingClientRect().height).toBeGreaterThan(300);
});

test('an element hidden by the page is hidden', async () => {
  const { widget, card, parent } = await within('visibility: hidden');
  expect(getComputedStyle(card).visibility).toBe('hidden');
  parent.style.visibility = '';
  widget.element.hidden = true;
  expect(card.checkVisibility()).toBe(false);
});

const changed = (before: string[], after: string[]) =>
  after
    .filter((look, at) => look !== before[at])
    .concat(before.length === after.length ? [] : ['another count']);

/** How everything within looks, but for where it is. */
function looks(root: ShadowRoot): string[] {
  const places =
    /^(inline-size|block-size|width|height|perspective-origin|transform-origin|animation|inset|top|left|right|bottom)/;
  return [...root.querySelectorAll('.root, .root *')].flatMap((element) => {
    const style = getComputedStyle(element);
    return [...style]
      .filter((name) => !places.test(name) && !name.startsWith('--'))
      .map((name) => `${element.tagName} ${name}: ${style.getPropertyValue(name)}`);
  });
}
