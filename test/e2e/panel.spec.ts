import { expect, test } from '@playwright/test';
import { axeFaults } from './support/axeFaults.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'], viewport: { width: 1280, height: 800 } });

test('the panel shows the calls of the page in order, masked, and verifies webhooks', {
  tag: '@journey',
}, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(service\/|idv\/session)/.test(pathname)) sent.push(`${request.method()} ${pathname}`);
  });
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await ada.sendDetails();
  const panel = page.getByRole('complementary', { name: 'Behind the stage' });
  const ofPage = panel.locator('.row', {
    hasNot: page.locator('[data-way*="service-"], [data-way*="backend-s"]'),
  });
  const shown = () =>
    ofPage
      .locator('summary')
      .evaluateAll((all) =>
        all.map(
          (summary) => `${summary.children[0]!.textContent} ${(summary.children[1] as HTMLElement).title}`,
        ),
      );
  // A call may still be on its way, so both lists are read until they agree.
  await expect(async () => {
    const rows = await shown();
    const calls = sent.map((call) => call.replace('/service', ''));
    expect(rows.toSorted()).toEqual(calls.toSorted());
    // Calls that only read may overtake one another.
    expect(rows.filter(isWrite)).toEqual(calls.filter(isWrite));
  }).toPass();

  const webhook = panel.locator('.row', { hasText: 'personal_details.submitted' });
  await expect(webhook).toHaveAttribute('data-verdict', 'good');
  await webhook.locator('summary').click();
  await expect(webhook.getByText('Signature verified')).toBeVisible();
  await webhook.getByRole('button', { name: 'Change one byte' }).click();
  await expect(webhook.getByText('Signature does not match')).toBeVisible();
  await expect(webhook).toHaveAttribute('data-verdict', 'bad');
  await webhook.getByRole('button', { name: 'Change it back' }).click();
  await expect(webhook).toHaveAttribute('data-verdict', 'good');

  const details = panel.locator('details');
  // A row may still come.
  await expect(async () => {
    await details.evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await expect(panel.locator('.detail')).toHaveCount(await details.count(), { timeout: 1_000 });
  }).toPass();
  const whole = await panel.evaluate((element) => element.outerHTML);
  expect(whole).not.toMatch(/idvs?_test_|whsec_|Lovelace|Ada|London|larkspur=/);
  expect(await axeFaults(page, '[data-panel]')).toEqual([]);
});

test('a paused panel loses nothing, and a folded one hides its rows', async ({ page }) => {
  const ada = person(page);
  await ada.open();
  const rows = page.locator('[data-rows] > li');
  await expect(rows.filter({ hasText: 'case.created' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  const before = await rows.count();
  await ada.consent();
  await expect(page.getByRole('button', { name: /^Go on \(\d+ new\)$/ })).toBeVisible();
  expect(await rows.count()).toBe(before);
  await page.getByRole('button', { name: /^Go on/ }).click();
  await expect(rows.filter({ hasText: '/consent' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Fold' }).click();
  await expect(page.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-expanded', 'false');
  await expect(rows.first()).toBeHidden();
});

test('on a phone the panel is folded, and a tab opens it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const panel = page.getByRole('complementary', { name: 'Behind the stage' });
  // Without the element nothing is called.
  await page.route('**/idv-verify.js', (route) => route.abort());
  await page.goto('/open');
  await panel.getByRole('button', { name: 'Open' }).click();
  await expect(panel.getByText('No call yet.')).toBeVisible();
  await page.unrouteAll();
  await person(page).open();
  await expect(panel.getByRole('button', { name: 'Open' })).toBeVisible();
  await expect(panel.locator('.row')).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Code' }).click();
  await expect(panel.getByRole('tabpanel', { name: 'Code' })).toBeVisible();
  await panel.getByRole('tab', { name: 'Wire' }).click();
  await expect(panel.locator('.row').first()).toBeVisible();
});

test('controls change the code, the element and the URL, and are accessible', async ({ page }) => {
  await page.goto('/open');
  // With its first row the panel's scripts are there.
  await expect(page.locator('.row').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Wire' }).focus();
  await page.keyboard.press('ArrowRight');
  const controls = page.getByRole('tabpanel', { name: 'Try' });
  await expect(controls).toBeVisible();
  await controls.locator('[name=look]').selectOption('sharp');
  await controls.locator('[name=frame]').selectOption('phone');
  await controls.locator('[name=theme]').selectOption('dark');
  await expect(page).toHaveURL(/\?look=sharp&theme=dark&frame=phone$/);
  await expect(page.locator('idv-verify')).toHaveAttribute('preset', 'sharp');
  for (const name of ['Try', 'Code']) {
    await page.getByRole('tab', { name }).click();
    expect(await axeFaults(page)).toEqual([]);
  }
  await expect(page.locator('[data-snippet=html]')).toContainText('preset="sharp"');
  await page.getByRole('tab', { name: 'Try' }).click();
  await controls.locator('[name=scenario]').selectOption('underage');
  await controls.getByRole('button', { name: 'Start with this' }).click();
  await expect(page.getByText('Too young', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

function isWrite(call: string): boolean {
  return !call.startsWith('GET ');
}

test('calls are filtered, an error leads to its page, and a webhook is delivered again', async ({ page }) => {
  await page.goto('/again?scenario=error_503&camera=test&document=off&panel=');
  const panel = page.getByRole('complementary', { name: 'Behind the stage' });
  const rows = panel.locator('.row:visible');
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await page.getByRole('button', { name: 'Yes, measure my face' }).click();
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
  const webhook = panel.locator('.row', { hasText: 'case.created' });
  await expect(webhook).toHaveAttribute('data-verdict', 'good');
  await panel.getByRole('searchbox').fill('case.created');
  await expect(rows).toHaveCount(1);
  await webhook.locator('summary').click();
  await webhook.getByRole('button', { name: 'Deliver again' }).click();
  // With the same id, as a call of its own.
  await expect(rows).toHaveCount(2);
  await panel.getByRole('searchbox').fill('');
  await panel.getByLabel('Kind of calls').selectOption('error');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm and continue' }).click();
  await expect(rows).not.toHaveCount(0);
  await rows.first().locator('summary').click();
  const opened = page.waitForEvent('popup');
  await rows.first().getByRole('link').click();
  const explained = await opened;
  await explained.waitForLoadState();
  expect(explained.url()).toMatch(/\/errors#\w+$/);
  await expect(explained.locator(`#${new URL(explained.url()).hash.slice(1)}`)).toBeVisible();
});
