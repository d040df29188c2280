import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { typeDetails } from './support/fillDetails.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';

const country = async () => {
  const { session } = await createCase({ due: ['personal_details'] });
  const widget = mount({ session });
  await widget.sees('Your name');
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.press();
  await widget.sees('Birth and nationality');
  const input = widget.find<HTMLInputElement>('[name="nationalities.0"]')!;
  input.focus();
  return { widget, input };
};

const options = ({ root }: Mounted) =>
  [...root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent!.trim());
const active = ({ root }: Mounted, input: HTMLElement) =>
  root.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim();

test.each([
  ['usa', 'United States'],
  ['turk', 'Türkiye'],
  ['england', 'United Kingdom'],
])('“%s” offers %s first, and leaving the field selects it', async (typed, name) => {
  const { widget, input } = await country();
  await userEvent.keyboard(typed);
  await expect.poll(() => active(widget, input)).toBe(name);
  expect(input.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => input.value).toBe(name);
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

test('arrow keys move in the list, Enter selects, Escape closes only the list', async () => {
  const { widget, input } = await country();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => options(widget).length).toBeGreaterThan(240);
  await userEvent.keyboard('united{ArrowDown}');
  await expect.poll(() => active(widget, input)).toBe('United Kingdom');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => input.value).toBe('United Kingdom');
  expect(widget.heading()).toBe('Birth and nationality');
  await userEvent.keyboard('x{Escape}');
  await expect.poll(() => input.getAttribute('aria-expanded')).toBe('false');
});

test('suggested countries are computed once, not at each key press', async () => {
  const { widget, input } = await country();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => options(widget).length).toBeGreaterThan(240);
  const { maximize } = Intl.Locale.prototype;
  let calls = 0;
  Intl.Locale.prototype.maximize = function () {
    calls++;
    return maximize.call(this);
  };
  try {
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Escape}{Tab}');
    await expect.poll(() => input.getAttribute('aria-expanded')).toBe('false');
    expect(calls).toBe(0);
  } finally {
    Intl.Locale.prototype.maximize = maximize;
  }
});

test('an unknown country is reported, and the number of options is announced', async () => {
  const { widget, input } = await country();
  await userEvent.keyboard('turk');
  // Immediately, although the previous key press was still being announced.
  await widget.element.updateComplete;
  expect(widget.find('[role=status]')!.textContent).toContain('3 countries found');
  await userEvent.clear(input);
  await userEvent.keyboard('atlantis{Tab}');
  widget.press();
  await expect
    .poll(() => widget.find('#field-nationalities-0-error')?.textContent)
    .toBe('No country found. Check the spelling.');
});

test('a country name from autofill is understood', async () => {
  const { widget, input } = await country();
  await typeDetails(widget, { 'nationalities.0': 'Deutschland' });
  await expect.poll(() => input.value).toBe('Germany');
});
