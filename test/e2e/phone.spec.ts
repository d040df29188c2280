import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { apiUrl } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { giveDetails, headers, newLink, watchConsole } from './support/linkOf.ts';
import { person } from './support/person.ts';

test.use({ permissions: ['camera'] });

/** A case whose selfie is due and whose computer shows the code. */
async function startHandoff(
  request: APIRequestContext,
  { familyName, ...more }: { familyName?: string; locale?: string } = {},
) {
  const { id } = await newLink(request, more);
  await giveDetails(request, id, { familyName });
  const path = `${apiUrl}/cases/${id}/handoff`;
  const { url, code } = await (await request.post(path, { headers })).json();
  const read = async () => await (await request.get(path, { headers })).json();
  const confirm = async (digits: string | null) => {
    const reply = await request.post(`${path}/confirm`, { headers, data: { digits } });
    expect(reply.status()).toBe(200);
  };
  return { id, url: url as string, code: code as string, read, confirm };
}

const phone = (browser: Browser) =>
  browser.newContext({ permissions: ['camera'], viewport: { width: 320, height: 640 } });

const seesWho = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Take the selfie on this phone' })).toBeVisible();

/** Continues to the digits and returns them. */
async function digitsOf(page: Page): Promise<string | null> {
  await seesWho(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  return await page.locator('.digits').textContent();
}

test('a phone joins by the code, shows its digits, takes the selfie and ends on the way back, loaded again at each step', async ({
  browser,
  request,
}) => {
  const { id, url, read, confirm } = await startHandoff(request);
  const context = await phone(browser);
  const page = await context.newPage();
  const messages = watchConsole(page);
  await page.goto(url);
  await seesWho(page);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/verify');
  expect(await page.content()).not.toContain(new URL(url).hash.slice(1));
  expect(await axeFaults(page)).toEqual([]);
  for (let times = 0; times < 3; times++) {
    await page.reload();
    await seesWho(page);
  }
  await digitsOf(page);
  await page.reload();
  const digits = await digitsOf(page);
  expect(await axeFaults(page)).toEqual([]);
  await confirm(digits);
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  const ada = person(page);
  await ada.sendSelfie();
  await expect(page.getByRole('heading', { name: 'Go back to your computer' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Go back to your computer' })).toBeVisible();
  expect((await read()).status).toBe('done');
  const { checks } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  const check = await (
    await request.get(`${apiUrl}/biometrics/selfie-check/${checks.selfie.id}`, { headers })
  ).json();
  expect(check.signals.handoff).toMatchObject({ sameAddress: true, wrongDigits: 0, refusals: 0 });
  expect(messages).toEqual([]);
  await context.close();
});

/** As where a browser refuses to store anything in databases. */
const refuseDatabases = () => {
  IDBFactory.prototype.open = () => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError');
  };
};

for (const bound of ['a key', 'a cookie'])
  test(`a phone bound by ${bound} whose tab was closed comes back by the address or the code, and another one is refused`, async ({
    browser,
    request,
  }) => {
    const { url, code, read } = await startHandoff(request);
    const context = await phone(browser);
    if (bound === 'a cookie') await context.addInitScript(refuseDatabases);
    const first = await context.newPage();
    await first.goto(new URL('/verify', url).href);
    await first
      .getByLabel('Code from the computer')
      .fill(`${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
    await first.getByRole('button', { name: 'Continue' }).click();
    const digits = await digitsOf(first);
    await first.close();
    const second = await context.newPage();
    await second.goto(new URL('/verify', url).href);
    expect(await digitsOf(second)).toBe(digits);
    await second.close();
    const third = await context.newPage();
    await third.goto(url);
    expect(await digitsOf(third)).toBe(digits);
    const stranger = await phone(browser);
    const other = await stranger.newPage();
    await other.goto(url);
    await expect(other.getByRole('heading', { name: 'This was stopped.' })).toBeVisible();
    // A phone with a key that typed the code and then opens the address is asked for its key only after a refusal.
    expect(await read()).toMatchObject({ status: 'joined', refusals: bound === 'a key' ? 2 : 1 });
    await Promise.all([context.close(), stranger.close()]);
  });

test('a phone retries after a brief refusal by a proxy or the service, and the hand-off continues', async ({
  browser,
  request,
}) => {
  const { url, read } = await startHandoff(request);
  const page = await (await phone(browser)).newPage();
  const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  const busy = { status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable"}' };
  const again = async () => await page.getByRole('button', { name: 'Try again' }).click();
  await page.route('**/handoffs/join', (route) => route.fulfill(badGateway), { times: 1 });
  await page.goto(url);
  await again();
  await seesWho(page);
  await page.route('**/handoffs/join', (route) => route.fulfill(busy), { times: 1 });
  await page.reload();
  await again();
  await seesWho(page);
  expect(await read()).toMatchObject({ status: 'joined', refusals: 0 });
  await page.context().close();
});

test('a phone whose texts or script do not arrive says so, and the hand-off continues', async ({
  browser,
  request,
}) => {
  const { url, read, confirm } = await startHandoff(request, { locale: 'de' });
  const context = await phone(browser);
  const page = await context.newPage();
  const again = page.locator('main').getByRole('button', { name: /Try again|Noch einmal versuchen/ });
  await page.route('**/verify/texts*', (route) => route.abort());
  await page.goto(url);
  await again.click();
  await expect(again).toBeVisible();
  await page.unroute('**/verify/texts*');
  await again.click();
  await page.locator('.ways button').first().click();
  await page.route('**/verify/widget/*', (route) => route.abort());
  await confirm(await page.locator('.digits').textContent());
  await again.click();
  await expect(again).toBeVisible();
  await page.unroute('**/verify/widget/*');
  await again.click();
  await expect(page.locator('idv-verify').getByRole('heading').first()).toHaveText(/./);
  expect(await read()).toMatchObject({ status: 'confirmed', refusals: 0 });
  await context.close();
});

test('a screen reader announces who asks, both options and each digit', async ({ browser, request }) => {
  const { url, read } = await startHandoff(request);
  const context = await phone(browser);
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - heading "Take the selfie on this phone" [level=1]
    - paragraph: /is asking for this check/
    - paragraph: /The check runs on/
    - paragraph: /Started on.+/
    - paragraph:
      - button "Continue"
      - button "I did not start this"
  `);
  const digits = await digitsOf(page);
  await expect(page.getByRole('heading', { name: 'Enter this number' })).toBeFocused();
  await expect(page.getByRole('heading')).toHaveAccessibleDescription([...digits!].join(' '));
  await expect(page.getByRole('img', { name: [...digits!].join(' ') })).toHaveText(digits!);
  await page.getByRole('button', { name: 'I did not start this' }).click();
  await expect(page.getByRole('heading', { name: 'This was stopped.' })).toBeFocused();
  expect(await read()).toMatchObject({ status: 'ended', reason: 'phone' });
  await context.close();
});

test('one press on the phone refuses the face check and shows the alternative; the case continues', async ({
  browser,
  request,
}) => {
  const { id, url, read, confirm } = await startHandoff(request);
  const context = await phone(browser);
  const page = await context.newPage();
  await page.goto(url);
  await confirm(await digitsOf(page));
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  await page.getByRole('button', { name: 'No, do not measure my face' }).click();
  await expect(
    page.getByRole('heading', {
      name: 'If you cannot or do not want to do this, ask the site for another way.',
    }),
  ).toBeFocused();
  await expect(page.locator('idv-verify')).toHaveCount(0);
  expect(await read()).toMatchObject({ status: 'ended', reason: 'phone' });
  const { status } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  expect(status).toBe('requires_input');
  await context.close();
});

test('a browser without a camera leaves the code for another browser on the phone', async ({
  browser,
  request,
}) => {
  const { url, read } = await startHandoff(request);
  const context = await phone(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await page.goto(url);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await read()).status).toBe('waiting');
  const own = await (await phone(browser)).newPage();
  await own.goto(copied);
  await seesWho(own);
  await Promise.all([context.close(), own.context().close()]);
});

test('a selfie that was not good enough is taken again on the phone', async ({ browser, request }) => {
  const { url, confirm } = await startHandoff(request, { familyName: 'IDVTEST_SELFIE_RETRY_1' });
  const context = await phone(browser);
  const page = await context.newPage();
  await page.goto(url);
  await confirm(await digitsOf(page));
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
  const ada = person(page);
  await ada.takeOnePicture();
  await ada.send();
  await expect(page.getByText('You can try 2 more times.')).toBeVisible();
  await ada.sendSelfie();
  await expect(page.getByRole('heading', { name: 'Go back to your computer' })).toBeVisible();
  await context.close();
});
