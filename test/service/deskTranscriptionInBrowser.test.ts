import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { capturedDocument } from '../support/capturedDocument.ts';
import { launchChromium } from '../support/chromium.ts';
import { sharedServices } from '../support/service.ts';

const services = sharedServices();
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A reviewer before the form of a document, with their judgement of the faces saved. */
async function atForm(options: BrowserContextOptions = {}) {
  const service = services('pglite');
  const { id } = await capturedDocument(service);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(
    `${service.url}${await inviteByCommand(service.deps, { name: 'Grace', role: 'reviewer' })}`,
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Show test data' }).click();
  await page.goto(`${service.url}/desk/cases/${id}`);
  await page.getByRole('button', { name: 'Claim this case' }).click();
  await page.waitForLoadState('domcontentloaded');
  await page.getByRole('radio', { name: 'Undecided' }).check();
  await page.getByRole('radio', { name: 'A living person' }).check();
  await page.getByRole('button', { name: 'Save my judgement' }).click();
  await page.locator('#transcription input[name="familyName"]:focus').waitFor();
  return { context, page };
}

const field = (page: Page) => page.locator('#transcription input:focus');

test('a document is typed with keys alone, and the differences are announced', async () => {
  const { context, page } = await atForm();
  const typed: [name: string, text: string][] = [
    ['familyName', 'DRAGAVEI'],
    ['givenName', 'MIRELA'],
    ['dateOfBirth', '18.05.1990'],
    ['number', ''],
    ['expiresOn', '15 04 32'],
    ['issuingState', 'rou'],
  ];
  for (const [name, text] of typed) {
    await page.locator(`#transcription input[name="${name}"]:focus`).waitFor();
    await field(page).pressSequentially(text);
    await page.keyboard.press('Enter');
  }
  await page.locator('#read-title:focus').waitFor();
  await page.getByRole('heading', { name: 'Read by reviewers: One field differs.' }).waitFor();
  await context.close();
});

test('on a phone the pictures stay in sight of the form, and can be enlarged', async () => {
  const { context, page } = await atForm({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(360);
  const picture = page.getByRole('img', { name: 'Front, picture 1' });
  const before = (await picture.boundingBox())!.width;
  await picture.click();
  expect((await picture.boundingBox())!.width).toBeCloseTo(before * 2.5, 0);
  expect(await width()).toBe(360);
  const number = page.getByRole('textbox', { name: 'Document number' });
  await number.focus();
  // The sticky pictures do not cover the field that has the focus.
  const [pages, below] = [await page.locator('[data-pages]').boundingBox(), await number.boundingBox()];
  expect(below!.y).toBeGreaterThanOrEqual(pages!.y + pages!.height);
  await context.close();
});
