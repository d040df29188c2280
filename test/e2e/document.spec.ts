import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { drawDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { apiUrl } from './support/addresses.ts';
import { axeFaults } from './support/axeFaults.ts';
import { headers, newLink, watchConsole } from './support/linkOf.ts';
import { person } from './support/person.ts';
import { aPhone, digitsOf, enter, heading, press, scan } from './support/phone.ts';

test.use({ permissions: ['camera'] });

const QUESTION = 'Which document do you have at hand?';

/** A case that asks for a document, at the question which one. */
async function atQuestion(page: Page, request: APIRequestContext, more: object = {}): Promise<string> {
  const { id, url } = await newLink(request, { policy: { document: 'require' }, ...more });
  await page.goto(url);
  await press(page, 'Agree and continue');
  await press(page, 'Yes, measure my face');
  await expect(heading(page, QUESTION)).toBeFocused();
  return id;
}

async function read(request: APIRequestContext, path: string) {
  return await (await request.get(`${apiUrl}/${path}`, { headers })).json();
}

const readCase = (request: APIRequestContext, id: string) => read(request, `cases/${id}`);

async function readCheck(request: APIRequestContext, id: string) {
  const { checks } = await readCase(request, id);
  return await read(request, `biometrics/document-check/${checks.document.id}`);
}

/** Holds the drawn document before the drawn camera, until its zone was read. */
async function showSpecimen(page: Page): Promise<void> {
  await press(page, 'Use the test document');
  await expect(heading(page, 'Your name')).toBeFocused();
}

/** Fills in what no zone says, and sends the details. */
async function completeDetails(page: Page, familyName: string | null = null): Promise<void> {
  await completeAnswers(page, familyName);
  await person(page).sendDetails();
}

async function completeAnswers(page: Page, familyName: string | null = null): Promise<void> {
  const one = person(page);
  if (familyName) await one.field('family-name').fill(familyName);
  await one.primary.click();
  await expect(one.field('bday-year')).not.toHaveValue('');
  await choose(page, 'Nationality', 'sweden');
  await one.primary.click();
  await choose(page, 'Country', 'sweden');
  await one.field('address-line1').fill('Storgatan 1');
  await one.field('address-level2').fill('Stockholm');
  await one.field('postal-code').fill('111 23');
  await one.primary.click();
  await expect(heading(page, 'Check your answers')).toBeFocused();
}

async function passSelfie(page: Page): Promise<void> {
  await person(page).sendSelfie();
  await expect(heading(page, 'All done, thank you')).toBeVisible();
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

/** A table without a document. */
const NOTHING: Hold = { x: 9 };

/** Replaces the camera by a picture of a drawn passport, which `show` exchanges. */
async function drawnCamera(page: Page) {
  await page.addInitScript(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d')!;
    let picture: ImageBitmap | null = null;
    // A stream has a new picture only when something was drawn.
    setInterval(() => picture && context.drawImage(picture, 0, 0), 50);
    const showPicture = async (base64: string) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      picture = await createImageBitmap(new Blob([bytes]));
    };
    Object.assign(window, { showPicture });
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  });
  const passport = drawDocument({ type: 'passport' });
  return async (hold: Hold) => {
    const { data, width, height } = filmDocument(passport, hold, 0);
    const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
      .jpeg()
      .toBuffer();
    await page.evaluate(
      (base64) => (window as unknown as { showPicture(base64: string): Promise<void> }).showPicture(base64),
      jpeg.toString('base64'),
    );
  };
}

test('a passport is read by itself, fills the form, and its portrait is compared with the selfie', async ({
  page,
  request,
}) => {
  const messages = watchConsole(page);
  const policy = { document: 'require', maxSelfieAttempts: 5 };
  const id = await atQuestion(page, request, { policy });
  await press(page, 'Passport');
  // The film of this browser's camera has 640 x 480 pixels: said before anybody holds a document before it.
  await expect(heading(page, 'The camera’s picture is too small')).toBeFocused();
  // The person may begin again at any place.
  await page.reload();
  await expect(heading(page, QUESTION)).toBeVisible();
  await press(page, 'Passport');
  await showSpecimen(page);
  const one = person(page);
  const name = await one.field('family-name').inputValue();
  expect(['Eriksson', 'Okoro', 'Lindqvist']).toContain(name);
  await page.reload();
  await expect(one.field('family-name')).toHaveValue(name);
  await completeDetails(page);
  await passSelfie(page);
  await expect.poll(async () => (await readCase(request, id)).status).toBe('approved');
  expect(await readCase(request, id)).toMatchObject({
    checks: { document: { status: 'read' } },
    assurance: {
      document: 'read',
      documentAuthenticity: 'not_performed',
      reference: 'document',
      faceMatch: 'match',
      details: 'claimed',
    },
  });
  expect(messages).toEqual([]);
});

test('both sides of a card are shown in turn, and the details that differ from it go to a person', async ({
  page,
  request,
}) => {
  const id = await atQuestion(page, request);
  await press(page, 'Identity card');
  await press(page, 'Use the test document');
  await expect(heading(page, 'Show the side with your photo')).toBeFocused();
  await press(page, 'Take the photo');
  await expect(heading(page, 'Now show the other side')).toBeFocused();
  await expect(heading(page, 'Your name')).toBeFocused();
  await completeDetails(page, 'Smith');
  expect(await readCheck(request, id)).toMatchObject({
    status: 'read',
    document: { type: 'id_card', format: 'TD1' },
    checks: { details: 'differs', differing: ['familyName'] },
    signals: { trailAgrees: true },
    reasons: ['document_details_differ'],
  });
  await person(page).takeOnePicture();
  await person(page).send();
  await expect.poll(async () => (await readCase(request, id)).status).toBe('in_review');
  expect((await readCase(request, id)).decision.reasons).toContain('document_details_differ');
});

test('a licence is photographed by the button, after it was said that a person may look at it', async ({
  page,
  request,
}) => {
  const id = await atQuestion(page, request);
  await press(page, 'Driving licence');
  await press(page, 'Use the test document');
  await expect(page.getByText('If a computer cannot read it, a person will look at it.')).toBeVisible();
  for (const side of ['Show the side with your photo', 'Now show the other side']) {
    await expect(heading(page, side)).toBeFocused();
    await press(page, 'Take the photo');
  }
  await expect(heading(page, 'Your name')).toBeFocused();
  // The service reads its barcode; the page does not.
  expect(await readCheck(request, id)).toMatchObject({
    status: 'read',
    document: { format: 'AAMVA' },
    signals: { trailAgrees: true },
    reasons: [],
  });
});

test('an expired document fills the form too, and the page never says what was found', async ({
  page,
  request,
}) => {
  const prefill = { familyName: 'IDVTEST_DOCUMENT_EXPIRED' };
  const id = await atQuestion(page, request, { prefill });
  await press(page, 'Passport');
  await showSpecimen(page);
  await expect(page.getByText(/expired/i)).toHaveCount(0);
  expect(await readCheck(request, id)).toMatchObject({
    reasons: ['document_expired'],
    checks: { expiry: 'expired' },
  });
});

test('a face unlike the portrait goes to a person, and is never declined', async ({ page, request }) => {
  const policy = { document: 'require', maxSelfieAttempts: 1 };
  const id = await atQuestion(page, request, { policy });
  await press(page, 'Passport');
  await showSpecimen(page);
  await completeDetails(page, 'IDVTEST_DOCUMENT_OTHER_FACE');
  await person(page).takeOnePicture();
  await person(page).send();
  await expect.poll(async () => (await readCase(request, id)).status).toBe('in_review');
  expect((await readCase(request, id)).decision.reasons).toContain('selfie_face_mismatch');
});

test('darkness is said while it is there; a refused picture is asked for again, and then read', async ({
  page,
  request,
}) => {
  const show = await drawnCamera(page);
  const id = await atQuestion(page, request);
  await press(page, 'Passport');
  await expect(heading(page, 'Show the page with your photo')).toBeFocused();
  await show({ ...NOTHING, light: 0.1 });
  await expect(page.getByText('More light, please').first()).toBeVisible();
  // The browser's Back closes the camera and goes back to the question.
  await page.goBack();
  await expect(heading(page, QUESTION)).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await press(page, 'Passport');
  await expect(heading(page, 'Show the page with your photo')).toBeFocused();
  await press(page, 'Take the photo');
  await expect(page.getByText('You can try 2 more times.')).toBeVisible();
  await expect(heading(page, 'Try again')).toBeFocused();
  await press(page, 'Passport');
  await expect(heading(page, 'Show the page with your photo')).toBeFocused();
  await show({});
  await expect(heading(page, 'Your name')).toBeFocused();
  expect((await readCheck(request, id)).attempt).toBe(2);
});

test('by keyboard alone, with the names that a screen reader says', async ({ page, request }) => {
  const show = await drawnCamera(page);
  await atQuestion(page, request);
  await show(NOTHING);
  expect(await axeFaults(page)).toEqual([]);
  const isFocused = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await isFocused('Passport');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Show the page with your photo')).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await isFocused('Take the photo');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Try again')).toBeFocused();
  await expect(page.getByRole('alert').first()).toContainText('You can try 2 more times.');
  expect(await axeFaults(page)).toEqual([]);
});

for (const locale of ['en', 'ar', 'ta'])
  test(`every screen fits into 320 pixels in ${locale}, in the dark`, async ({ page, request }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const show = await drawnCamera(page);
    const { url } = await newLink(request, { policy: { document: 'require' }, locale });
    await page.goto(url);
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.locator('idv-verify [part~="primary"]:not([disabled])').click();
    await expect(page.locator('idv-verify #face-yes, idv-verify [part~="primary"]').first()).toBeVisible();
    const passport = page.locator('idv-verify #document-passport');
    await expect(async () => {
      if (!(await passport.isVisible()))
        await page.locator('idv-verify [part~="primary"]').first().click({ timeout: 2_000 });
      await expect(passport).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await fits();
    await show(NOTHING);
    await passport.click();
    await expect(page.locator('idv-verify .page-hint')).toBeVisible();
    await fits();
  });

test('without any of the documents the details are typed, and a person decides', async ({
  page,
  request,
}) => {
  const id = await atQuestion(page, request);
  await press(page, 'I have none of these');
  await expect(heading(page, 'Your name')).toBeFocused();
  const one = person(page);
  await one.fillDetails();
  await one.sendDetails();
  await one.takeOnePicture();
  await one.send();
  await expect.poll(async () => (await readCase(request, id)).status).toBe('in_review');
  expect((await readCase(request, id)).assurance.document).toBe('not_performed');
});

test('one phone shows the document, then takes the selfie; the computer asks for the details in between', async ({
  page,
  browser,
  browserName,
  request,
}) => {
  test.skip(browserName !== 'chromium', 'Phones are emulated in Chromium alone.');
  await page.setViewportSize({ width: 1280, height: 900 });
  const policy = { document: 'require', maxSelfieAttempts: 5 };
  const id = await atQuestion(page, request, { policy });
  await press(page, 'Use your phone instead');
  await expect(heading(page, 'Use your phone instead')).toBeFocused();
  const { context, phone } = await aPhone(browser);
  const answers: string[] = [];
  phone.on('response', async (response) => {
    if (/document-check/.test(response.url())) answers.push(await response.text().catch(() => ''));
  });
  await phone.goto(await scan(page));
  await expect(heading(phone, 'Your document')).toBeVisible();
  await enter(page, await digitsOf(phone));
  await expect(heading(page, 'Continue on your phone')).toBeFocused();
  // Each of the two survives a reload.
  await page.reload();
  await expect(heading(page, 'Continue on your phone')).toBeVisible();
  await phone.reload();
  await expect(heading(phone, QUESTION)).toBeVisible();
  // The browser's Back goes back to the question.
  await press(phone, 'Passport');
  await expect(heading(phone, 'The camera’s picture is too small')).toBeVisible();
  await phone.evaluate(() => history.back());
  await expect(heading(phone, QUESTION)).toBeVisible();
  await press(phone, 'Passport');
  await press(phone, 'Use the test document');

  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await expect(heading(page, 'Your name')).toBeVisible();
  const name = await person(page).field('family-name').inputValue();
  expect(['Eriksson', 'Okoro', 'Lindqvist']).toContain(name);
  // The phone is told neither what was read nor what was found.
  expect(answers.join()).not.toMatch(new RegExp(`${name}|expiry|differs|match`, 'i'));
  await phone.reload();
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await completeAnswers(page);
  await person(page).primary.click();

  await expect(heading(page, 'Continue on your phone')).toBeVisible();
  await expect(heading(phone, 'A quick selfie')).toBeVisible();
  await person(phone).sendSelfie();
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await expect(heading(page, 'All done, thank you')).toBeVisible();
  await expect.poll(async () => (await readCase(request, id)).status).toBe('approved');
  expect((await readCase(request, id)).assurance).toMatchObject({
    reference: 'document',
    faceMatch: 'match',
  });
  await context.close();
});
