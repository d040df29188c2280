import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'], viewport: { width: 360, height: 740 } });

test('every screen can be read by everybody from its first moment, on a small phone', async ({ page }) => {
  const ada = person(page);
  await ada.open();
  await isReadable(page);
  await ada.consent();
  await isReadable(page);
  await ada.primary.click();
  await expect(ada.field('given-name')).toBeFocused();
  await isReadable(page);
  await ada.fillDetails();
  await ada.sendDetails();
  await isReadable(page);
  await ada.primary.click();
  await expect(page.locator('idv-verify [part~="stage"]')).toBeInViewport({ ratio: 1 });
  await isReadable(page);
  await page.getByRole('button', { name: 'Another way' }).click();
  await isReadable(page);
  await page.getByRole('button', { name: 'I can’t do this' }).click();
  await expect(page.getByRole('heading', { name: 'Happy with this photo?' })).toBeFocused();
  await isReadable(page);
  await ada.send();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeFocused();
  await isReadable(page);
});

test('the keyboard alone leads all the way', async ({ page }) => {
  await person(page).open();
  const press = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const type = async (name: string, text: string) => {
    await tabTo(page, name);
    await page.keyboard.type(text);
  };
  const heading = (name: string) =>
    expect(page.getByRole('heading', { name })).toBeFocused({ timeout: 30_000 });
  await press('Agree and continue');
  await heading('Your details');
  await type('Given name', 'Ada');
  await type('Family name', 'Lovelace');
  await type('Date of birth', '12101985');
  await type('Nationality', 'United Kingdom');
  await type('Street and number', '12 St James Square');
  await type('Town or city', 'London');
  await type('Country', 'United Kingdom');
  await press('Continue');
  await heading('A quick selfie');
  await press('Use the test face');
  await heading('Happy with these?');
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
  await expect(page.getByRole('dialog', { name: 'Identity verification' })).toBeVisible();
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

/** Without a wait for any animation: a person and a program may read at once. */
async function isReadable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const { width, shown } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(shown);
}

/** Presses Tab until the focus is on the control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  let focused = '';
  for (let presses = 0; presses < 24 && focused !== name; presses++) {
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
