import { expect, type Page, test } from '@playwright/test';
import { newLink, watchConsole } from './support/linkOf.ts';
import { person } from './support/person.ts';
import { aPhone, digitsOf, enter, heading, scan } from './support/phone.ts';

test.use({ permissions: ['camera'] });

const sees = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
/** The browser's Back, to another screen of the same page. */
const back = (page: Page) => page.evaluate(() => history.back());

test('in a page Back goes a step back with what was typed, also after a reload, and leaves it from the first step', async ({
  page,
}) => {
  const messages = watchConsole(page);
  const ada = person(page);
  await page.goto('/larkspur/privacy');
  await ada.open();
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await sees(page, 'measure your face');
  await back(page);
  await sees(page, 'Let’s confirm it’s you');
  await ada.consent();
  await ada.field('given-name').fill('Ada');
  await ada.field('family-name').fill('Lovelace');
  await ada.primary.click();
  await sees(page, 'Birth and nationality');
  // A page is sealed and stored just after it is shown: a reload in between shows the one before.
  await expect(async () => {
    await page.reload();
    const shown = page.getByRole('heading', { name: /Your name|Birth and nationality/ });
    const first = await shown.textContent();
    if (first === 'Your name') await ada.primary.click();
    await sees(page, 'Birth and nationality');
    expect(first).toBe('Birth and nationality');
  }).toPass();
  await back(page);
  await sees(page, 'Your name');
  await expect(ada.field('given-name')).toHaveValue('Ada');
  await back(page);
  await page.waitForURL('**/larkspur/privacy');
  expect(messages).toEqual([]);
});

test('on the hosted page the end leaves no entry behind', async ({ page, request, browserName }) => {
  const { url } = await newLink(request);
  await page.goto(url);
  const ada = person(page);
  await ada.consent();
  await ada.fillDetails();
  await back(page);
  await sees(page, 'Home address');
  await ada.primary.click();
  await ada.sendDetails();
  await ada.takeOnePicture();
  await back(page);
  await expect(page.getByText('Your photos will be lost.')).toBeVisible();
  await page.getByRole('button', { name: 'No, go back' }).click();
  await ada.send();
  await sees(page, 'All done, thank you');
  if (browserName !== 'chromium') return;
  const history = await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory');
  expect(history.currentIndex).toBe(1);
});

test('on the phone of a hand-off it closes the camera', async ({ page, browser, browserName, request }) => {
  test.skip(browserName !== 'chromium', 'Phones are emulated in Chromium alone.');
  await page.setViewportSize({ width: 1280, height: 900 });
  await person(page).openAtSelfie(request);
  await page.getByRole('button', { name: 'Use your phone instead' }).click();
  const { context, phone } = await aPhone(browser);
  await phone.goto(await scan(page));
  await enter(page, await digitsOf(phone));
  await sees(phone, 'A quick selfie');
  await phone.getByRole('button', { name: 'Use the test face' }).click();
  await expect(phone.locator('video')).toBeVisible();
  await back(phone);
  await sees(phone, 'A quick selfie');
  await person(phone).takeOnePicture();
  await person(phone).send();
  await expect(heading(phone, 'Go back to your computer')).toBeVisible();
  await sees(page, 'All done, thank you');
  await context.close();
});
