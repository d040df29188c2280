import { expect, test } from '@playwright/test';
import { apiUrl, testKey } from './support/addresses.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'] });

test('renews a key that expires during typing, and keeps the typed values', async ({ page, request }) => {
  const sessions: { caseId: string }[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/idv/session')) sessions.push(await response.json());
  });
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await expect.poll(() => sessions.length).toBe(1);
  const revoked = await request.delete(`${apiUrl}/cases/${sessions[0]!.caseId}/session-keys`, {
    headers: { Authorization: `Bearer ${testKey}` },
  });
  expect(revoked.status()).toBe(204);

  await ada.sendDetails();
  await expect.poll(() => sessions.length).toBe(2);
  expect(sessions[1]!.caseId).toBe(sessions[0]!.caseId);
});

test('after an hour of sleep the key is renewed before its next use', async ({ page }) => {
  await page.clock.install();
  let sessions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/idv/session')) sessions += 1;
  });
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await page.clock.fastForward('01:00:00');
  await ada.sendDetails();
  await expect.poll(() => sessions).toBe(2);
});

test('an expired sign-in is explained, and the flow continues after it', async ({
  page,
  request,
  context,
}) => {
  const ada = person(page);
  let caseId = '';
  page.on('response', async (response) => {
    if (response.url().endsWith('/idv/session') && response.ok()) caseId = (await response.json()).caseId;
  });
  await ada.open();
  await ada.consent();
  await ada.fillDetails();
  await expect.poll(() => caseId).not.toBe('');
  const cookies = await context.cookies();
  await context.clearCookies();
  await request.delete(`${apiUrl}/cases/${caseId}/session-keys`, {
    headers: { Authorization: `Bearer ${testKey}` },
  });
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: 'You have been signed out' })).toBeFocused();
  await context.addCookies(cookies);
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
  await expect(page.locator('idv-verify', { hasText: 'Ada' })).toBeVisible();
});

test('a draft whose script does not arrive is not lost, and its page hears of no unhandled failure', async ({
  page,
}) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  const ada = person(page);
  await ada.open();
  await ada.consent();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
  await page.locator('[autocomplete=given-name]').fill('Ada');
  await page.locator('[autocomplete=family-name]').fill('Lovelace');
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: 'Birth and nationality' })).toBeVisible();
  await page.route('**/draftStore-*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
  await page.unroute('**/draftStore-*');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Birth and nationality' })).toBeVisible();
  expect(failures).toEqual([]);
});
