import { expect, test } from '@playwright/test';
import { apiUrl, liveKey, testKey } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { cutTexts } from './support/cutTexts.ts';
import { frameSite } from './support/frameSite.ts';
import { giveDetails, headers, newLink, watchConsole } from './support/linkOf.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'] });

test('a link leads through the whole check to its own final page', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const messages = watchConsole(page);
  const { id, url } = await newLink(request);
  const secret = new URL(url).hash.slice(1);
  const requests: string[] = [];
  page.on('request', (one) => requests.push(`${one.url()} ${JSON.stringify(one.headers())}`));
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
  await ada.sendSelfie();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(requests.filter((one) => one.includes(secret) && !one.includes('/verify/'))).toEqual([]);
  expect(
    await page.evaluate(() => JSON.stringify([history.state, history.length, document.referrer])),
  ).not.toContain(secret);
  await expect
    .poll(async () => (await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json()).status)
    .toBe('approved');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeVisible();
  expect(messages).toEqual([]);
});

test('another browser must give the date of birth before it sees any personal data', async ({
  browser,
  browserName,
  request,
}) => {
  const { id, url } = await newLink(request);
  await giveDetails(request, id);
  const context = await browser.newContext({ permissions: ['camera'] });
  const page = await context.newPage();
  const messages = watchConsole(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Date of birth' })).toBeVisible();
  await expect(page.locator('idv-verify')).toHaveCount(0);
  // The URL loses the secret at once; in Chromium the history entry does too.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Date of birth' })).toBeVisible();
  expect(page.url()).toBe(new URL('/verify', url).href);
  if (browserName === 'chromium') {
    const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory');
    expect(entries.map((entry) => entry.url)).toEqual(['about:blank', page.url()]);
  }
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('Date of birth').fill('1985-12-11');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText(/does not match/);
  await page.getByLabel('Date of birth').fill('1985-12-10');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  // The refusals of the two answers without the date are reported by the browser itself.
  expect(messages.filter((one) => !/status of 403/.test(one))).toEqual([]);
  await context.close();
});

test('an ended link names the support contact in the chosen language', async ({ page, request }) => {
  const { id, url } = await newLink(request);
  await request.delete(`${apiUrl}/cases/${id}/link`, { headers });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeFocused();
  await page.getByLabel('Language').selectOption('ar');
  await expect(page.getByRole('heading', { name: 'لم يعد هذا الرابط يعمل' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

const otherWay = 'If you cannot or do not want to do this, ask the site for another way.';

test('whoever stops the check in the widget is offered nothing more below it', async ({ page, request }) => {
  const { url } = await newLink(request);
  await page.goto(url);
  await page.getByRole('button', { name: 'I don’t agree' }).click();
  await page.getByRole('button', { name: 'Yes, stop' }).click();
  await expect(page.getByRole('heading', { name: 'This check was stopped' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'No, do not measure my face' })).toHaveCount(0);
});

test('the face is refused as in the widget: nothing before the consent, then after a question', async ({
  page,
  request,
}) => {
  const { id, url } = await newLink(request);
  const read = async () => await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  const refuse = page.getByRole('button', { name: 'No, do not measure my face' }).last();
  await page.goto(url);
  await expect(page.locator('idv-verify')).toBeVisible();
  await refuse.click();
  await expect(page.getByRole('heading', { name: otherWay })).toBeFocused();
  expect(await read()).toMatchObject({ status: 'requires_input', consent: null });
  await page.getByRole('button', { name: 'Try again' }).click();
  await person(page).consent();
  await refuse.click();
  await expect(page.getByText('Stop here? If you don’t agree, this check stops here.')).toBeFocused();
  await page.getByRole('button', { name: 'No, go back' }).click();
  await expect(refuse).toBeFocused();
  expect(await read()).toMatchObject({ status: 'requires_input', consent: { face: true } });
  await refuse.click();
  await page.getByRole('button', { name: 'Yes, stop' }).click();
  await expect(page.getByRole('heading', { name: 'This check was stopped' })).toBeFocused();
  await expect(page.getByText(otherWay)).toBeVisible();
  expect(await read()).toMatchObject({
    status: 'canceled',
    faceRefused: true,
    consent: { biometric: true, face: false },
  });
});

test('the face question has its refusal once, below the question, and its own confirmation', async ({
  page,
  request,
}) => {
  const { url } = await newLink(request);
  const refusals = page.getByRole('button', { name: 'No, do not measure my face' });
  await page.goto(url);
  await expect(refusals).toHaveCount(1);
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await expect(page.getByRole('heading', { name: 'May we measure your face?' })).toBeFocused();
  await expect(refusals).toHaveCount(1);
  await expect(page.locator('idv-verify').getByRole('button', { name: 'No, do not' })).toBeVisible();
  const languages = page.locator('footer select');
  await languages.selectOption('de');
  await expect(page.getByRole('button', { name: 'Nein, mein Gesicht nicht vermessen' })).toHaveCount(1);
  await languages.selectOption('en');
  await refusals.click();
  await expect(page.locator('idv-verify #ask')).toBeFocused();
  await expect(refusals).toHaveCount(0);
  await page.getByRole('button', { name: 'No, go back' }).click();
  await page.getByRole('button', { name: 'Yes, measure my face' }).click();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeFocused();
  await expect(refusals).toHaveCount(1);
});

test('where a person may decide by the details, the refusal of the face goes on', async ({
  page,
  request,
}) => {
  const { id, url } = await newLink(request, { policy: { withoutFace: 'review' } });
  await page.goto(url);
  await person(page).consent();
  await page.getByRole('button', { name: 'No, do not measure my face' }).last().click();
  await expect(page.getByText('If you say no, a person checks your details.')).toBeFocused();
  await page.getByRole('button', { name: 'No, do not measure my face' }).last().click();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
  const { status, faceRefused } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  expect([status, faceRefused]).toEqual(['requires_input', true]);
});

test('an embedded browser without a camera shows the link to copy into another browser', async ({
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
  // Where the browser refuses the clipboard too, the link is shown. Once it was redeemed, the page alone has the secret.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByLabel('Language').selectOption('de');
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('button', { name: 'Copied' }).click();
  await expect(page.getByRole('textbox', { name: 'Copy the link' })).toHaveValue(url);
  const secret = new URL(url).hash.slice(1);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href]),
  );
  expect(stored).not.toContain(secret);
  await page.reload();
  await expect(page.getByText('Open this page in another browser.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
});

test('a widget script that does not arrive is reported, and loaded once it can be reached', async ({
  page,
  request,
}) => {
  const { url } = await newLink(request);
  await page.route('**/verify/widget/*', (route) => route.abort());
  await page.goto(url);
  const problem = page.getByRole('heading', { name: 'We could not get through.' });
  await expect(problem).toBeFocused();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(problem).toBeFocused();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  await page.unroute('**/verify/widget/*');
  await page.locator('main').getByRole('button').click();
  await expect(page.locator('idv-verify').getByRole('heading').first()).toHaveText(/./);
  expect(new URL(page.url()).pathname).toBe('/verify');
});

test('texts that do not arrive are reported, and loaded again', async ({ page, request }) => {
  const { url } = await newLink(request, { locale: 'de' });
  await page.route('**/verify/texts*', (route) => route.abort());
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'We could not get through.' })).toBeFocused();
  await page.unroute('**/verify/texts*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('idv-verify').getByRole('heading').first()).toHaveText(/./);
  // The picker keeps the language that the page has.
  await page.route('**/verify/texts*', (route) => route.fulfill({ status: 502 }));
  const picker = page.locator('footer select');
  await picker.selectOption('ar');
  await expect(page.locator('footer').getByRole('alert')).toHaveText(/./);
  await expect(picker).toHaveValue('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.unroute('**/verify/texts*');
  await picker.selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a page whose own script does not arrive says so', async ({ page, request }) => {
  const { url } = await newLink(request);
  await page.route('**/verify/scripts/*', (route) => route.abort());
  await page.goto(url);
  const text = page.getByText('We could not get through. Check your internet and try again.');
  await expect(text).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(text).toBeVisible();
});

test('an embedded browser that silently denies the camera shows the same advice', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; wv) AppleWebKit/537.36 Version/4.0 Chrome/153.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const { id, url } = await newLink(request);
  await page.goto(url);
  await expect(page.locator('idv-verify')).toBeVisible();
  await giveDetails(request, id);
  // The same browser again.
  await page.goto(url);
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await expect(page.locator('.note')).toContainText('Open this page in another browser.');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  await context.close();
});

test('only a listed origin can frame the page, with the camera', async ({ page, request }) => {
  const site = await frameSite();
  const colors = { accent: '#ffe680', accentDark: '#203040' };
  const help = { helpUrl: 'https://help.shop.example', supportEmail: 'help@shop.example' };
  const data = { frameAncestors: [site.listed], colors, ...help };
  // Where live mode has a branding, every page is framed by it until the link is redeemed.
  for (const key of [testKey, liveKey])
    await request.put(`${apiUrl}/branding`, { headers: { Authorization: `Bearer ${key}` }, data });
  const served = async () => (await request.get(new URL('/verify', apiUrl).href)).headers();
  await expect
    .poll(async () => (await served())['content-security-policy'])
    .toContain(`frame-ancestors ${site.listed};`);
  const { url } = await newLink(request);
  const messages = watchConsole(page);
  await page.goto(`${site.other}/?${encodeURIComponent(url)}`);
  await expect.poll(() => messages.join()).toContain('frame-ancestors');
  await expect(page.frameLocator('iframe').locator('#who')).toHaveCount(0);
  await page.goto(`${site.listed}/?${encodeURIComponent(url)}`);
  const framed = page.frameLocator('iframe');
  await expect(framed.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
  const cameras = await framed.locator('body').evaluate(async () => {
    const tracks = (await navigator.mediaDevices.getUserMedia({ video: true })).getTracks();
    for (const track of tracks) track.stop();
    return tracks.map(({ kind }) => kind);
  });
  expect(cameras).toEqual(['video']);
  // Colours that can't be read are corrected for every ground.
  await page.goto((await newLink(request)).url);
  await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
  await expect(page.locator('footer').getByRole('link', { name: 'help@shop.example' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await site.close();
});

test('no text is cut off in any language at 320 pixels', async ({ page, browser, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { id, url } = await newLink(request);
  await giveDetails(request, id);
  const { url: code } = await (await request.post(`${apiUrl}/cases/${id}/handoff`, { headers })).json();
  const isCut = () => page.evaluate(cutTexts);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Date of birth' })).toBeVisible();
  expect(await isCut()).toEqual([]);
  await page.locator('footer button').click();
  expect(await isCut()).toEqual([]);
  await page.goto(`${url}x`);
  await expect(page.locator('#code')).toBeVisible();
  expect(await isCut()).toEqual([]);
  await page.goto(code);
  await expect(page.locator('.ways')).toBeVisible();
  expect(await isCut()).toEqual([]);
  await page.locator('.ways button').first().click();
  expect(await isCut()).toEqual([]);
  await page.locator('.card button').click();
  expect(await isCut()).toEqual([]);
  const { id: other, url: next } = await newLink(request);
  await request.post(`${apiUrl}/cases/${other}/consent`, {
    headers,
    data: { biometric: true, textVersion: '1', locale: 'en' },
  });
  await page.goto(next);
  await expect(page.locator('idv-verify')).toBeVisible();
  await page.locator('footer > button').click();
  await expect(page.locator('footer .card button')).toHaveCount(2);
  expect(await isCut()).toEqual([]);
  // The driver of Firefox can't switch scripts off.
  if (browser.browserType().name() === 'firefox') return;
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'de',
    viewport: { width: 320, height: 640 },
  });
  const plain = await context.newPage();
  await plain.goto(url);
  const sentence = 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein.';
  await expect(plain.locator('main')).toHaveText(sentence, { useInnerText: true });
  await context.close();
});
