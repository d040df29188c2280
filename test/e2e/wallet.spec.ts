import { expect, type Page, test } from '@playwright/test';
import { apiUrl, testKey, walletUrl } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { fillHomeAddress, person } from './support/person.ts';

test.use({ permissions: ['camera'] });

/** Opens the demo with a wallet, consents, and presses *Share from your digital ID wallet*. @returns the window of the test wallet */
async function share(page: Page, scenario = 'wallet'): Promise<Page> {
  await page.goto(`/again?scenario=${scenario}&panel=folded`);
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await page.getByRole('button', { name: 'Yes, measure my face' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Share from your digital ID wallet' }).click();
  const wallet = await opened;
  await expect(wallet.getByRole('heading', { name: 'Share your details?' })).toBeVisible();
  return wallet;
}

test('details from a wallet are locked, only the address is requested, and a matching selfie is approved', {
  tag: '@journey',
}, async ({ page, request }) => {
  const wallet = await share(page);
  await wallet.setViewportSize({ width: 320, height: 700 });
  // A window that is open takes its new size a little later.
  await expect
    .poll(() => wallet.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(320);
  for (const colorScheme of ['dark', 'light'] as const) {
    await wallet.emulateMedia({ colorScheme });
    expect(await axeFaults(wallet)).toEqual([]);
  }
  await expect(wallet.getByText('Test relying party')).toBeVisible();
  await expect(wallet.getByRole('option', { name: /: certificate_untrusted/ })).not.toHaveCount(0);
  await Promise.all([
    wallet.waitForEvent('close'),
    wallet.getByRole('button', { name: 'Share', exact: true }).click(),
  ]);

  const thea = person(page);
  await expect(page.getByRole('heading', { name: 'Home address' })).toBeFocused();
  await fillHomeAddress(page);
  await thea.sendDetails();
  await thea.sendSelfie();
  await page.waitForURL(/\/return\?/);
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-status', 'approved');

  const id = new URL(page.url()).searchParams.get('case_id');
  const headers = { Authorization: `Bearer ${testKey}` };
  expect(await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json()).toMatchObject({
    checks: { credential: { status: 'verified' } },
    assurance: { details: 'verified', reference: 'credential', faceMatch: 'match' },
    decision: { outcome: 'approved', by: 'policy' },
  });
});

test('a refused credential, a decline and a closed wallet lead back without loss', async ({ page }) => {
  const wallet = await share(page);
  await wallet.getByRole('combobox', { name: 'Fault' }).selectOption('SD-JWT: credential that has expired');
  await Promise.all([
    wallet.waitForEvent('close'),
    wallet.getByRole('button', { name: 'Share', exact: true }).click(),
  ]);
  await expect(page.locator('idv-verify')).toContainText('We could not use what your wallet sent.');
  const again = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Share from your digital ID wallet' }).click();
  const second = await again;
  await second.getByRole('button', { name: 'Do not share' }).click();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeFocused();
});

test('the pages of the wallet are accessible and call no other host', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (asked) => hosts.add(new URL(asked.url()).origin));
  await page.goto(walletUrl);
  await expect(page.getByRole('heading', { name: 'Thea Lindgren' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect([...hosts].filter((host) => host !== 'null')).toEqual([walletUrl]);
});

test('without browser support a link leads to the wallet and back to the same page', async ({ page }) => {
  await page.goto('/again?scenario=wallet_link&panel=folded');
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await page.getByRole('button', { name: 'Yes, measure my face' }).click();
  await page.getByRole('button', { name: 'Share from your digital ID wallet' }).click();
  await page.waitForURL(`${walletUrl}/requests/*`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForURL(/\/open/);
  await expect(page.getByRole('heading', { name: 'Home address' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});
