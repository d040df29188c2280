import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { apiUrl, testKey } from './support/addresses.ts';
import { watchConsole } from './support/linkOf.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'] });

test('a person is verified, end to end', { tag: '@journey' }, async ({ page, request }) => {
  const messages = watchConsole(page);
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await ada.sendDetails();
  await ada.sendSelfie();

  await page.waitForURL(/\/return\?/);
  const url = new URL(page.url());
  expect([...url.searchParams.keys()].sort()).toEqual(['case_id', 'state']);
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-status', 'approved');
  await expect(page.getByText('webhook case.approved')).toBeVisible();
  // The first message of the stream shows what the page has already.
  await page.reload();
  const heard = await page.locator('[data-notices]').innerText();
  await page.evaluate(() => document.querySelector('[data-notices]')!.replaceChildren());
  await expect(page.locator('[data-notices]')).toHaveText(heard, { useInnerText: true });
  expect(messages).toEqual([]);

  const answer = await request.get(`${apiUrl}/cases/${url.searchParams.get('case_id')}`, {
    headers: { Authorization: `Bearer ${testKey}` },
  });
  expect(await answer.json()).toMatchObject({
    status: 'approved',
    decision: { outcome: 'approved', by: 'policy' },
    consent: { biometric: true },
  });
});

test('the recorded consent text equals the displayed text', async ({ page, request }) => {
  const ada = person(page);
  await ada.open();
  const screen = page.locator('idv-verify .screen');
  const read = async () => {
    await expect(ada.primary).toBeVisible();
    const lines = (await screen.innerText()).split('\n').map((line) => line.trim());
    return lines.filter(Boolean).join('\n');
  };
  await page.locator('idv-verify summary').click();
  const check = await read();
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: 'May we measure your face?' })).toBeFocused();
  const face = await read();
  const consented = page.waitForResponse((response) => response.url().endsWith('/consent') && response.ok());
  await ada.primary.click();
  const { pathname } = new URL((await consented).url());
  const url = new URL(pathname.replace('/service', ''), apiUrl).href;
  const answer = await request.get(url, { headers: { Authorization: `Bearer ${testKey}` } });
  const consent = await answer.json();
  expect(consent).toMatchObject({ biometric: true, face: true, locale: 'en' });
  // The mark says that the person opened the layer.
  expect(consent.text.replace('▾ What', 'What')).toBe(`${check}\n${face}`);
  expect(consent.text).toContain('Larkspur is asking for this check');
  expect(consent.textHash).toBe(createHash('sha256').update(consent.text).digest('hex'));
});

test('a poor selfie is requested again, and the page learns nothing else', async ({ page, request }) => {
  const ada = person(page);
  await ada.openAtSelfie(request, { familyName: 'IDVTEST_SELFIE_RETRY_1' });
  await ada.takeOnePicture();
  await ada.send();
  await expect(page.getByText('You can try 2 more times.')).toBeVisible();
  await ada.sendSelfie();
  await page.waitForURL(/\/return\?/);
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-status', 'approved');
});

test('after a reload the flow continues at the same step', async ({ page }) => {
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
  await ada.fillDetails();
  await ada.sendDetails();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
});

test('declining the consent ends the flow', async ({ page }) => {
  await person(page).open();
  await page.getByRole('button', { name: 'I don’t agree' }).click();
  await page.getByRole('button', { name: 'Yes, stop' }).click();
  await expect(page.getByRole('heading', { name: 'This check was stopped' })).toBeFocused();
  await person(page).primary.click();
  await page.waitForURL(/\/return\?/);
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-status', 'canceled');
  await page.goBack();
  // Firefox has no way back to an empty page; no browser has one into the verification.
  expect(page.url()).not.toContain('/open');
});
