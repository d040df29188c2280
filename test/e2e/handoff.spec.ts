import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { apiUrl } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { giveDetails, headers, newLink } from './support/linkOf.ts';
import { person } from './support/person.ts';
import { aPhone, digitsOf, enter, heading, press, scan } from './support/phone.ts';

test.use({ permissions: ['camera'], viewport: { width: 1280, height: 900 } });
test.skip(({ browserName }) => browserName !== 'chromium', 'Phones are emulated in Chromium alone.');

/** A computer at the selfie of a case, on the hosted page. @returns the id of the case. */
async function atSelfie(page: Page, request: APIRequestContext, policy: object = {}): Promise<string> {
  const { id, url } = await newLink(request, { policy });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
  await giveDetails(request, id);
  await page.reload();
  return id;
}

const offer = (page: Page) => page.getByRole('button', { name: 'Use your phone instead' });
async function isAtSelfie(phone: Page): Promise<void> {
  await expect(heading(phone, 'A quick selfie')).toBeVisible();
  await expect(offer(phone)).toHaveCount(0);
}

async function clean(page: Page): Promise<void> {
  expect(await axeFaults(page, 'idv-verify')).toEqual([]);
}

/** Runs in the page and stores the text of streams, because the driver cannot read their bodies. */
function keepStreams(): void {
  const streams: string[] = [];
  Object.assign(window, { streams });
  const reader = ReadableStreamDefaultReader.prototype;
  const { read } = reader;
  reader.read = async function () {
    const chunk = await read.call(this);
    if (chunk.value instanceof Uint8Array) streams.push(new TextDecoder().decode(chunk.value));
    return chunk;
  };
}

test('the phone takes the selfie, and the computer continues automatically', { tag: '@journey' }, async ({
  page,
  browser,
  request,
}) => {
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (/\/handoff/.test(response.url())) answers.push(await response.text().catch(() => ''));
  });
  await page.addInitScript(keepStreams);
  const ada = person(page);
  await ada.openAtSelfie(request);
  await offer(page).click();
  await expect(heading(page, 'Take the selfie with your phone')).toBeFocused();
  await expect(page.getByRole('img', { name: 'QR: Take the selfie with your phone' })).toBeVisible();
  await clean(page);

  const { context, phone } = await aPhone(browser);
  await phone.goto(await scan(page));
  await expect(heading(phone, 'Take the selfie on this phone')).toBeVisible();
  await expect(heading(page, 'Enter the 4-digit number from your phone')).toBeFocused();
  await expect(page.getByText('A phone is connected: Chrome on Android')).toBeVisible();
  await phone.reload();
  const digits = await digitsOf(phone);
  await clean(page);

  await enter(page, digits === '0000' ? '1111' : '0000');
  const wrong = 'This is not the number on your phone. You can try 2 more times.';
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
  await expect(page.getByRole('textbox')).toBeFocused();
  await clean(page);
  await enter(page, digits);
  await expect(heading(page, 'Continue on your phone')).toBeFocused();
  await clean(page);
  // After a reload both sides show the same step.
  await page.reload();
  await expect(heading(page, 'Continue on your phone')).toBeVisible();
  await phone.reload();

  await isAtSelfie(phone);
  await person(phone).sendSelfie();
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await expect(heading(page, 'All done, thank you')).toBeVisible();
  const events = async () => `${answers.join()}${await page.evaluate('streams.join()')}`;
  await expect.poll(events).toContain('"done"');
  expect(await events()).not.toMatch(/approved|declined|in_review|live|spoof/);
  await ada.primary.click();
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-status', 'approved');
  await context.close();
});

test('without server-sent events the computer polls, and both sides survive closing and reopening', async ({
  page,
  browser,
  request,
}) => {
  await page.route('**/handoff', (route) =>
    /event-stream/.test(route.request().headers()['accept'] ?? '') ? route.abort() : route.continue(),
  );
  await atSelfie(page, request);
  await expect(heading(page, 'A quick selfie')).toBeVisible();
  const notices = await page.evaluateHandle(() => {
    const codes: string[] = [];
    document.addEventListener('idv-notice', (event) => codes.push((event as CustomEvent).detail.code));
    return codes;
  });
  await offer(page).click();
  const code = await page.locator('idv-verify .code').textContent();
  expect(code).toMatch(/^(?:[B-Z] ){7}[B-Z][B-Z]{8}$/);
  await expect.poll(() => notices.jsonValue()).toContain('handoff_without_events');
  await page.close();

  const { context, phone } = await aPhone(browser);
  await phone.goto(`${new URL(apiUrl).origin}/verify`);
  await phone.getByLabel('Code from the computer').fill(code!.slice(-8).toLowerCase());
  await press(phone, 'Continue');
  await expect(heading(phone, 'Take the selfie on this phone')).toBeVisible();
  await phone.close();

  const again = await page.context().newPage();
  await again.route('**/handoff', (route) =>
    /event-stream/.test(route.request().headers()['accept'] ?? '') ? route.abort() : route.continue(),
  );
  await again.goto(`${new URL(apiUrl).origin}/verify`);
  await expect(heading(again, 'Enter the 4-digit number from your phone')).toBeVisible();

  const reopened = await context.newPage();
  await reopened.goto(`${new URL(apiUrl).origin}/verify`);
  await expect(heading(reopened, 'Take the selfie on this phone')).toBeVisible();
  await enter(again, await digitsOf(reopened));
  await expect(heading(again, 'Continue on your phone')).toBeVisible();
  await isAtSelfie(reopened);
  await person(reopened).takeOnePicture();
  await person(reopened).send();
  await expect(heading(reopened, 'Go back to your computer')).toBeVisible();
  await expect(heading(again, 'All done, thank you')).toBeVisible();
  await context.close();
});

test('the same phone may open its code again, and a page for codes greets without an error', async ({
  page,
  browser,
  request,
}) => {
  await atSelfie(page, request);
  await offer(page).click();
  const { context, phone } = await aPhone(browser);
  await phone.goto(`${new URL(apiUrl).origin}/verify`);
  await expect(heading(phone, 'Code from the computer')).toBeFocused();
  await expect(phone.getByText('does not work')).toHaveCount(0);
  const address = await scan(page);
  await phone.goto(address);
  await expect(heading(phone, 'Take the selfie on this phone')).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(heading(second, 'Take the selfie on this phone')).toBeVisible();
  await enter(page, await digitsOf(second));
  await expect(heading(page, 'Continue on your phone')).toBeVisible();
  await expect(page.getByText('Another phone tried to connect')).toHaveCount(0);
  const { context: other, phone: stranger } = await aPhone(browser);
  await stranger.goto(address);
  await expect(heading(stranger, 'This was stopped. Start again on the computer.')).toBeVisible();
  await expect(page.getByText('Another phone tried to connect').first()).toBeVisible();
  await Promise.all([context.close(), other.close()]);
});

test('either side can end the hand-off, and nothing is lost', async ({ page, browser, request }) => {
  await atSelfie(page, request);
  const { context, phone } = await aPhone(browser);
  await offer(page).click();
  await phone.goto(await scan(page));
  await expect(heading(page, 'Enter the 4-digit number from your phone')).toBeVisible();
  await press(page, 'This is not my phone');
  await expect(page.getByText('The phone can do nothing more')).toBeVisible();
  await clean(page);
  await press(phone, 'Continue');
  await expect(heading(phone, 'This was stopped. Start again on the computer.')).toBeVisible();

  await press(page, 'Try again');
  await phone.goto(await scan(page));
  await press(phone, 'I did not start this');
  await expect(page.getByText('This was stopped on the phone.')).toBeVisible();

  await press(page, 'Use this computer instead');
  await expect(heading(page, 'A quick selfie')).toBeFocused();
  await person(page).takeOnePicture();
  await person(page).send();
  await expect(heading(page, 'All done, thank you')).toBeVisible();
  await context.close();
});

test('without a camera the phone is offered first, and a phone is never offered another phone', async ({
  page,
  browser,
  request,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
  });
  await atSelfie(page, request);
  const primary = person(page).primary;
  await expect(primary).toHaveText('Use your phone instead');
  await expect(page.getByRole('button', { name: 'Start the camera' })).toBeVisible();
  await clean(page);
  const { context, phone } = await aPhone(browser);
  await atSelfie(phone, request, { handoff: 'force' });
  await expect(heading(phone, 'A quick selfie')).toBeVisible();
  await expect(person(phone).primary).toHaveText('Start the camera');
  await expect(offer(phone)).toHaveCount(0);
  await context.close();
});

test('a person without the required phone sees other ways, and can stop', async ({ page, request }) => {
  const id = await atSelfie(page, request, { handoff: 'force' });
  await expect(heading(page, 'Take the selfie with your phone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use this computer instead' })).toHaveCount(0);
  await press(page, 'I have no phone');
  await expect(heading(page, 'I have no phone')).toBeFocused();
  await expect(
    page.getByText('If you cannot or do not want to do this, ask the site for another way.'),
  ).toBeVisible();
  await clean(page);
  const widget = page.locator('idv-verify');
  await widget.getByRole('button', { name: 'No, do not measure my face' }).click();
  await widget.getByRole('button', { name: 'Yes, stop' }).click();
  await expect(heading(page, 'This check was stopped')).toBeFocused();
  const { status, faceRefused } = await (await request.get(`${apiUrl}/cases/${id}`, { headers })).json();
  expect([status, faceRefused]).toEqual(['canceled', true]);
});
