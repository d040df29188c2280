import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { apiUrl, walletUrl } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { headers, newLink } from './support/linkOf.ts';
import { fillHomeAddress, person } from './support/person.ts';
import { aPhone, digitsOf, enter, heading, press, scan } from './support/phone.ts';

test.use({ permissions: ['camera'], viewport: { width: 1280, height: 900 } });
test.skip(({ browserName }) => browserName !== 'chromium', 'Phones are emulated in Chromium alone.');

const CHOICE = 'How do you want to give your details?';

/** Runs before the scripts of a page: a browser without the Digital Credentials API. */
function withoutApi(): void {
  Reflect.deleteProperty(globalThis, 'DigitalCredential');
}

/** A computer that asks a phone for its wallet, and that phone, with the digits entered. */
async function handedOver(page: Page, browser: Browser, request: APIRequestContext) {
  const { id, url } = await newLink(request, { policy: { credential: 'offer', credentialQr: 'enable' } });
  await page.goto(url);
  await press(page, 'Agree and continue');
  await press(page, 'Yes, measure my face');
  await expect(heading(page, CHOICE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Type them in' })).toBeVisible();
  const offer = page.getByRole('button', { name: 'Use your phone instead' });
  await ((await offer.count()) > 0
    ? offer
    : page.getByRole('button', { name: 'Share from your digital ID wallet' })
  ).click();
  await expect(heading(page, 'Share from your digital ID wallet')).toBeFocused();
  const { context, phone } = await aPhone(browser);
  await phone.addInitScript(withoutApi);
  await phone.goto(await scan(page));
  await expect(heading(phone, 'Share from your digital ID wallet')).toBeVisible();
  await expect(heading(page, 'Enter the 4-digit number from your phone')).toBeFocused();
  const digits = await digitsOf(phone);
  expect(await axeFaults(phone)).toEqual([]);
  await enter(page, digits);
  await expect(heading(page, 'Continue on your phone')).toBeFocused();
  await expect(page.getByText('This page will go on by itself.')).toBeVisible();
  await expect(heading(phone, CHOICE)).toBeVisible();
  return { id, context, phone };
}

/** Presses *Share from your digital ID wallet* on the phone, whose link leads to the test wallet. */
async function toWallet(phone: Page): Promise<void> {
  await press(phone, 'Share from your digital ID wallet');
  await phone.waitForURL(`${walletUrl}/requests/*`);
}

test('the wallet of a phone proves the details, and the computer continues automatically', async ({
  page,
  browser,
  request,
}) => {
  const { id, context, phone } = await handedOver(page, browser, request);
  expect(await axeFaults(page, 'idv-verify')).toEqual([]);
  expect(await axeFaults(phone, 'idv-verify')).toEqual([]);
  // After a reload both sides show the same step.
  await page.reload();
  await expect(heading(page, 'Continue on your phone')).toBeVisible();
  await phone.reload();
  await expect(heading(phone, CHOICE)).toBeVisible();
  await toWallet(phone);
  await press(phone, 'Share');
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  expect(new URL(phone.url()).hash).toBe('');

  const thea = person(page);
  await expect(heading(page, 'Home address')).toBeFocused();
  await fillHomeAddress(page);
  await thea.sendDetails();
  await thea.takeOnePicture();
  await thea.send();
  await expect(heading(page, 'All done, thank you')).toBeVisible();
  const read = async (path: string) => await (await request.get(`${apiUrl}${path}`, { headers })).json();
  await expect.poll(async () => (await read(`/cases/${id}`)).checks.selfie.completedAt).not.toBeNull();
  const { checks, assurance } = await read(`/cases/${id}`);
  expect(checks.credential.status).toBe('verified');
  expect(assurance).toMatchObject({ details: 'verified', reference: 'credential' });
  // The phone took no part in the selfie.
  const selfie = await read(`/biometrics/selfie-check/${checks.selfie.id}`);
  expect(selfie.signals).toMatchObject({ handoff: null });
  await context.close();
});

test('after a refusal or a decline the phone shows the choice again, and the computer can take over', async ({
  page,
  browser,
  request,
}) => {
  await page.addInitScript(withoutApi);
  const { context, phone } = await handedOver(page, browser, request);
  // The browser of the phone has a case of its own as well, which the wallet does not lead to.
  const own = await context.newPage();
  await own.goto((await newLink(request)).url);
  await expect(own.getByRole('button', { name: 'Agree and continue' })).toBeVisible();
  await own.close();
  await toWallet(phone);
  await phone.getByRole('combobox', { name: 'Fault' }).selectOption('SD-JWT: credential that has expired');
  await press(phone, 'Share');
  await expect(phone.locator('idv-verify')).toContainText('We could not use what your wallet sent.');
  await toWallet(phone);
  await press(phone, 'Do not share');
  await expect(heading(phone, CHOICE)).toBeVisible();
  await press(phone, 'Go back to your computer');
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await expect(page.getByText('This was stopped on the phone.')).toBeVisible();
  await press(page, 'Use this computer instead');
  await expect(heading(page, CHOICE)).toBeFocused();
  await press(page, 'Type them in');
  await expect(heading(page, 'Your name')).toBeFocused();
  await context.close();
});

test('a phone that opened the link of the case also returns from its wallet', async ({
  browser,
  request,
}) => {
  const { url } = await newLink(request, { policy: { credential: 'offer', credentialQr: 'enable' } });
  const { context, phone } = await aPhone(browser);
  await phone.addInitScript(withoutApi);
  await phone.goto(url);
  await press(phone, 'Agree and continue');
  await press(phone, 'Yes, measure my face');
  await expect(heading(phone, CHOICE)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Use your phone instead' })).toHaveCount(0);
  await toWallet(phone);
  await press(phone, 'Share');
  await expect(heading(phone, 'Home address')).toBeVisible();
  await context.close();
});
