import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from './support/axeFaults.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'], viewport: { width: 360, height: 740 } });

test('every screen is accessible as soon as it appears, on a small phone', async ({ page }) => {
  const ada = person(page);
  await ada.open();
  await isReadable(page);
  await ada.consent();
  await isReadable(page);
  await ada.primary.click();
  await expect(page.locator('idv-verify #summary')).toBeFocused();
  await isReadable(page);
  await ada.fillDetails(() => isReadable(page));
  await ada.sendDetails();
  await isReadable(page);
  // It shows no face, so that the screen stays until it was read; the drawn one might be done before.
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await expect(page.locator('idv-verify [part~="stage"]')).toBeInViewport({ ratio: 1 });
  await isReadable(page);
  await page.reload();
  await page.getByRole('button', { name: 'Use the test face' }).click();
  await page.getByRole('button', { name: 'Another way' }).click();
  await isReadable(page);
  await page.getByRole('button', { name: 'I can’t do this movement' }).click();
  await expect(page.getByRole('heading', { name: 'Are these photos clear?' })).toBeFocused();
  await isReadable(page);
  await ada.send();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeFocused();
  await isReadable(page);
});

test('the whole flow works by keyboard alone', async ({ page }) => {
  await person(page).open();
  const press = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const type = async (name: string, text: string) => {
    await tabTo(page, name);
    await page.keyboard.type(text);
  };
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeFocused();
  // The button to agree appears after the requirements of the case are loaded.
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible();
  await press('Agree and continue');
  await heading('May we measure your face?');
  await press('Yes, measure my face');
  await heading('Your name');
  await type('Given name', 'Ada');
  await type('Family name', 'Lovelace');
  await press('Continue');
  await heading('Birth and nationality');
  await type('Month', '12');
  await type('Day', '10');
  await type('Year', '1985');
  await type('Nationality', 'england');
  await press('Continue');
  await heading('Home address');
  await type('Country', 'uk');
  await type('Street and number', '12 St James Square');
  await type('Village, town or city', 'London');
  await type('Postal code', 'SW1Y 4JH');
  await press('Continue');
  await heading('Check your answers');
  await press('Confirm and continue');
  await heading('A quick selfie');
  await press('Use the test face');
  await heading('Are these photos clear?');
  await press('Send');
  await heading('All done, thank you');
  await press('Continue');
  await page.waitForURL(/\/return\?/);
});

test('a dialog keeps the focus, and Escape closes it', async ({ page }) => {
  await person(page).open();
  const widget = page.locator('idv-verify');
  await widget.evaluate((element) => {
    element.addEventListener('idv-cancel', (event) =>
      element.setAttribute('data-why', (event as CustomEvent<{ reason: string }>).detail.reason),
    );
    element.setAttribute('mode', 'modal');
  });
  await expect(page.getByRole('dialog', { name: 'Identity check' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    // Beyond the last control comes the browser itself, never the page behind.
    expect(['IDV-VERIFY', 'BODY']).toContain(await page.evaluate(() => document.activeElement!.tagName));
  }
  await isReadable(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(widget).toHaveAttribute('data-why', 'closed');
});

test('at 400 % zoom the camera hint is visible together with its heading', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await ada.sendDetails();
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Use the test face' }).click();
  await expect(page.locator('idv-verify [part~="hint"]')).toBeInViewport({ ratio: 0.9 });
});

test('prefers-contrast: more increases the contrast', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'Over WebDriver BiDi no contrast can be emulated.');
  const color = (selector: string) =>
    page
      .locator(`idv-verify ${selector}`)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  await person(page).open();
  expect(await color('[part~="lead"]')).not.toBe(await color('[part~="heading"]'));
  await page.emulateMedia({ contrast: 'more' });
  expect(await color('[part~="lead"]')).toBe(await color('[part~="heading"]'));
});

test('forced colours give controls a border, and reduced motion stops all animation', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Over WebDriver BiDi neither can be emulated.');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const ada = person(page);
  await ada.open();
  const edge = page.locator('idv-verify [part~="secondary"]').evaluate((button) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(button);
    return [borderTopStyle, Number.parseFloat(borderTopWidth) > 0, borderTopColor !== backgroundColor];
  });
  expect(await edge).toEqual(['solid', true, true]);
  const moving = () =>
    page.locator('idv-verify').evaluate(({ shadowRoot }) => shadowRoot!.getAnimations().length);
  expect(await moving()).toBe(0);
  await ada.consent();
  expect(await moving()).toBe(0);
});

/**
 * Without a wait for any animation: a person and a program may read at once. The page about the element is judged in
 * `bank.spec.ts`.
 */
async function isReadable(page: Page): Promise<void> {
  expect(await axeFaults(page, 'idv-verify')).toEqual([]);
  expect(await page.locator('idv-verify button').evaluateAll(misnamed)).toEqual([]);
  expect(await page.locator(TARGETS).evaluateAll(small)).toEqual([]);
  const { width, shown } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(shown);
}

/** Touch targets; links within a text are as high as the text. */
const TARGETS = 'idv-verify :is(button, summary, input, select, [role=option])';

/** Controls lower or narrower than 44 pixels, the label of a box to tick included. */
function small(controls: Element[]): string[] {
  const min = 43.5;
  return controls
    .map((control) => (control.matches('[type=checkbox]') ? control.closest('label')! : control))
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.height < min || box.width < min))
    .map(({ target, box }) => `${target.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`);
}

/** Buttons whose name does not begin with their visible text, which voice control users say. */
function misnamed(buttons: Element[]): string[] {
  return buttons
    .map((button) => [button.textContent.trim(), button.getAttribute('aria-label')] as const)
    .filter(([text, name]) => text !== '' && name !== null && !name.startsWith(text))
    .map(([text]) => text);
}

/** Every control of a screen is reached with at most this many presses of Tab. */
const LONGEST_WAY = 12;

/** Presses Tab until the focus is on the control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  let focused = '';
  for (let presses = 0; presses < LONGEST_WAY && focused !== name; presses++) {
    await page.keyboard.press('Tab');
    focused = await page.evaluate(nameOfFocused);
  }
  expect(focused).toBe(name);
}

function nameOfFocused(): string {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const { labels } = element as HTMLInputElement;
  return ((labels ?? [])[0] ?? element)?.textContent.trim() ?? '';
}
