import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { openWebKit } from './openWebKit.ts';
import { startSite } from './startSite.ts';

/** The longest that a screen may take to come, in milliseconds. */
const SCREEN_MS = 60_000;
/** The longest for the selfie: a machine that draws the face itself has ten pictures a second, or fewer. */
const SELFIE_MS = 180_000;

/** What a person types, screen by screen; a field is found by its name. */
const DETAILS = [
  { title: 'Your name', typed: { givenName: 'Ada', familyName: 'Lovelace' } },
  {
    title: 'Birth and nationality',
    typed: {
      'dateOfBirth.day': '10',
      'dateOfBirth.month': '12',
      'dateOfBirth.year': '1985',
      'nationalities.0': `england${Key.TAB}`,
    },
  },
  {
    title: 'Home address',
    typed: {
      'address.country': `uk${Key.TAB}`,
      'address.line1': '12 St James Square',
      'address.city': 'London',
      'address.postalCode': 'SW1Y 4JH',
    },
  },
  { title: 'Check your answers', typed: {} },
];

/**
 * The whole way in WebKitGTK, with the test face: from the consent to the last screen.
 * @returns milliseconds from the start of the camera until all steps were met.
 * @throws Error that names the screen that did not come.
 */
export async function webkitSmoke(): Promise<number> {
  const site = await startSite();
  const { driver, close } = await openWebKit().catch(async (error) => {
    await site.close();
    throw error;
  });
  try {
    await driver.get(`${site.url}/open`);
    await sees(driver, 'Let’s confirm it’s you');
    await press(driver, '[part=primary]');
    for (const { title, typed } of DETAILS) {
      await sees(driver, title);
      for (const [name, text] of Object.entries(typed))
        await (await find(driver, `[name="${name}"]`)).sendKeys(text);
      await press(driver, '[part=primary]');
    }
    await sees(driver, 'A quick selfie');
    const began = performance.now();
    await press(driver, '[part=secondary]');
    await sees(driver, 'Happy with the result?', SELFIE_MS);
    const took = performance.now() - began;
    await press(driver, '[part=primary]');
    await sees(driver, 'All done, thank you');
    return took;
  } finally {
    await close();
    await site.close();
  }
}

async function sees(driver: WebDriver, title: string, withinMs = SCREEN_MS): Promise<void> {
  const read = () =>
    driver.executeScript<string>(
      "return document.querySelector('idv-verify')?.shadowRoot?.querySelector('h2')?.textContent ?? ''",
    );
  let seen = '';
  const isThere = async () => {
    seen = await read();
    return seen.includes(title);
  };
  await driver.wait(isThere, withinMs).catch((cause) => {
    throw new Error(`“${title}” did not come; there is “${seen}”`, { cause });
  });
}

async function find(driver: WebDriver, selector: string): Promise<WebElement> {
  const found = () =>
    driver.executeScript<WebElement | null>(
      "return document.querySelector('idv-verify').shadowRoot.querySelector(arguments[0])",
      selector,
    );
  return (await driver.wait(found, SCREEN_MS, `There is no ${selector}`))!;
}

/** As a keyboard does it. */
async function press(driver: WebDriver, selector: string): Promise<void> {
  await (await find(driver, selector)).sendKeys(Key.ENTER);
}
