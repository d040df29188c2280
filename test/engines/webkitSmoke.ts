import { Key, type WebDriver } from 'selenium-webdriver';
import { fieldNamed, press, sees, takeSelfie } from './pageInWebKit.ts';
import { startSite } from './startSite.ts';

/** The input on each screen; a field is found by its name. */
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
 * The whole way in WebKitGTK, with the test face: from the consent to the last screen, with the challenge that the service draws.
 * @returns milliseconds from the start of the camera until all steps were met.
 * @throws Error that names the screen that did not come.
 */
export async function webkitSmoke(driver: WebDriver): Promise<number> {
  const site = await startSite();
  try {
    await driver.get(`${site.url}/open`);
    await sees(driver, 'Let’s confirm it’s you');
    await press(driver, '[part=primary]');
    await sees(driver, 'May we measure your face?');
    await press(driver, '[part=primary]');
    for (const { title, typed } of DETAILS) {
      await sees(driver, title);
      for (const [name, text] of Object.entries(typed)) await (await fieldNamed(driver, name)).sendKeys(text);
      await press(driver, '[part=primary]');
    }
    const took = await takeSelfie(driver);
    await press(driver, '[part=primary]');
    await sees(driver, 'All done, thank you');
    return took;
  } finally {
    await site.close();
  }
}
