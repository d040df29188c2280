import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 1440, height: 900 } });

test('the tour works by keyboard alone and offline, and one key resets it', async ({ page, baseURL }) => {
  await page.goto('/tour');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
  const at = async (place: string) => {
    await expect(page.locator('[data-place]')).toHaveText(place);
    await expect(page.locator('[data-state=done]')).toBeVisible();
  };
  await page.keyboard.press('2');
  await at('The wire, 1 of 5');
  for (const step of [2, 3, 4, 5]) {
    await page.keyboard.press('ArrowRight');
    await at(`The wire, ${step} of 5`);
  }
  // A step back restarts from the beginning of its chapter.
  await page.keyboard.press('ArrowLeft');
  await at('The wire, 4 of 5');
  await expect(page.frameLocator('[data-stage]').locator('.verdict-line')).toHaveText(
    'Signature does not match',
  );
  await page.keyboard.press('.');
  await expect(page.locator('[data-blank]')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  await expect(page.locator('[data-blank]')).toBeHidden();
  await expect(page.frameLocator('[data-stage]').locator('.hero')).toBeVisible();
});

test('a step of the tour presses nothing before the page of the stage has its scripts', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto('/tour');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  await page.keyboard.press('4');
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(page.locator('[data-place]')).toHaveText(`It fits, ${step} of 5`);
    await expect(page.locator('[data-state=done]')).toBeVisible();
    if (step < 5) await page.keyboard.press('ArrowRight');
  }
  await expect(page.frameLocator('[data-stage]').locator('#try-body')).toBeVisible();
  expect(errors).toEqual([]);
});

test('keyboard shortcuts can be switched off', async ({ page }) => {
  await page.goto('/tour');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('heading').click();
  await page.keyboard.press('4');
  await page.getByRole('button', { name: '4 It fits' }).click();
  await expect(page.locator('[data-state=done]')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.locator('[data-place]')).toHaveText('It fits, 1 of 5');
});

test('speaker notes follow the tour in another window', async ({ page, context }) => {
  await page.goto('/tour');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Notes' }).click();
  const notes = await opened;
  await notes.waitForLoadState();
  await page.getByRole('button', { name: '4 It fits' }).click();
  await expect(notes.locator('[data-notes]')).toHaveText('Same element, same service.');
});

test('one key fills the screen, one line holds the controls, and the stage shows what the sentence names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/tour');
  await expect(page.locator('[data-state=ready]')).toBeVisible();
  const buttons = page.locator('.tour-tools > button, .tour-chapters button');
  const tops = await buttons.evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().top)),
  );
  expect(new Set(tops).size).toBe(1);
  await page.keyboard.press('1');
  await expect(page.locator('[data-tour][data-state=done]')).toBeVisible();
  const stage = (await page.locator('[data-stage]').boundingBox())!;
  const inside = page.frameLocator('[data-stage]');
  const box = (await inside.locator('idv-verify [data-framed]').boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(stage.y);
  expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
  await page.keyboard.press('f');
  await expect(page.locator('[data-tour][data-full]')).toBeVisible();
});

test('a phone is told that the tour needs a wider screen, and led on', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/tour');
  await expect(page.getByRole('heading', { name: 'The tour needs a wider screen.' })).toBeVisible();
  await expect(page.locator('[data-stage]')).toBeHidden();
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(page.locator('idv-verify')).toBeVisible();
});
