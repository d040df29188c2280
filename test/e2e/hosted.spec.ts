import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { apiUrl, testKey } from './support/addresses.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'] });

const headers = { Authorization: `Bearer ${testKey}` };

async function newLink(request: APIRequestContext, more: object = {}): Promise<{ id: string; url: string }> {
  const data = { type: 'kyc_individual', link: true, locale: 'en', ...more };
  const reply = await request.post(`${apiUrl}/cases`, { headers, data });
  const { id, link } = await reply.json();
  return { id, url: link.url };
}

/** What the browser says against the page: its policy, its scripts. */
function watchConsole(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
}

const DETAILS = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  nationalities: ['GB'],
  address: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' },
};

async function giveDetails(request: APIRequestContext, id: string): Promise<void> {
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await request.post(`${apiUrl}/cases/${id}/consent`, { headers, data: consent });
  await request.post(`${apiUrl}/cases/${id}/personal-details`, { headers, data: DETAILS });
}

test('a link leads through the whole check to a last page of its own', async ({ page, request }) => {
  const said = watchConsole(page);
  const { id, url } = await newLink(request);
  const secret = new URL(url).hash.slice(1);
  const asked: string[] = [];
  page.on('request', (one) => asked.push(`${one.url()} ${JSON.stringify(one.headers())}`));
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/verify');
  await expect(page.locator('#host')).toHaveText(`The check runs on: ${new URL(url).host}`);
  await expect(page).toHaveTitle(/^Let’s confirm it’s you – /);
  const ada = person(page);
  await ada.consent();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
  await ada.fillDetails();
  await ada.sendDetails();
  await ada.takeSelfie();
  await ada.send();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(asked.filter((one) => one.includes(secret) && !one.includes('/verify/'))).toEqual([]);
  expect(
    await page.evaluate(() => JSON.stringify([history.state, history.length, document.referrer])),
  ).not.toContain(secret);
  await expect
    .poll(async () => (await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json()).status)
    .toBe('approved');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeVisible();
  expect(said).toEqual([]);
});

test('another browser is asked for the date of birth, and sees nothing of the person before', async ({
  browser,
  request,
}) => {
  const { id, url } = await newLink(request);
  await giveDetails(request, id);
  const context = await browser.newContext({ permissions: ['camera'] });
  const page = await context.newPage();
  const said = watchConsole(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Date of birth' })).toBeVisible();
  await expect(page.locator('idv-verify')).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByLabel('Date of birth').fill('1985-12-11');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText(/not the date that we have/);
  await page.getByLabel('Date of birth').fill('1985-12-10');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  // The refusals of the two answers without the date are reported by the browser itself.
  expect(said.filter((one) => !/status of 403/.test(one))).toEqual([]);
  await context.close();
});

test('a link that ended says whom to ask, in the language that is chosen', async ({ page, request }) => {
  const { id, url } = await newLink(request);
  await request.delete(`${apiUrl}/cases/${id}/link`, { headers });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeFocused();
  await page.getByLabel('Language').selectOption('ar');
  await expect(page.getByRole('heading', { name: 'لم يعد هذا الرابط يعمل' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('one press refuses the face, and says that there is another way', async ({ page, request }) => {
  const { id, url } = await newLink(request);
  await page.goto(url);
  await person(page).consent();
  await page.getByRole('button', { name: 'No, not my face' }).last().click();
  await expect(page.getByRole('heading', { name: 'This check was stopped' })).toBeFocused();
  await expect(page.getByText('Ask the site for another way.')).toBeVisible();
  const { status, faceRefused } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  expect([status, faceRefused]).toEqual(['canceled', true]);
});

test('a phone joins by the code, shows its digits, takes the selfie and ends on the way back', async ({
  browser,
  request,
}) => {
  const { id } = await newLink(request);
  await giveDetails(request, id);
  const handoff = `${apiUrl}/cases/${id}/handoff`;
  const { url } = await (await request.post(handoff, { headers })).json();
  const context = await browser.newContext({
    permissions: ['camera'],
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  const said = watchConsole(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Take the selfie on this phone' })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/verify');
  await expect(page.getByRole('button', { name: 'I did not start this' })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  const digits = await page.locator('.digits').textContent();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const confirmed = await request.post(`${handoff}/confirm`, { headers, data: { digits } });
  expect(confirmed.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  const ada = person(page);
  await ada.takeSelfie();
  await ada.send();
  await expect(page.getByRole('heading', { name: 'Go back to your computer' })).toBeVisible();
  expect((await (await request.get(handoff, { headers })).json()).status).toBe('done');
  const { checks } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  const check = await (
    await request.get(`${apiUrl}/biometrics/selfie-check/${checks.selfie.id}`, { headers })
  ).json();
  expect(check.signals.handoff).toMatchObject({ sameAddress: true, wrongDigits: 0, refusals: 0 });
  expect(said).toEqual([]);
  await context.close();
});

test('an embedded browser without a camera is sent to one that has one, with the link to copy', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url } = await newLink(request);
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await page.goto(url);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});
