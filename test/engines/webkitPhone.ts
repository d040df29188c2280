import type { WebDriver } from 'selenium-webdriver';
import { PATIENCE_MS } from '../support/patience.ts';
import { newCase, person } from '../support/verification.ts';
import { press, takeSelfie } from './pageInWebKit.ts';
import { startSite } from './startSite.ts';

/**
 * Plays the phone of a hand-off in WebKitGTK: it joins by the code of a computer, is reloaded, shows its digits, and
 * takes the selfie with the test face after the digits were entered.
 * @returns milliseconds from the start of the camera until all steps were met.
 * @throws Error with the name of the screen that did not appear.
 */
export async function webkitPhone(driver: WebDriver): Promise<number> {
  const site = await startSite();
  const call = async (path: string, json: object = {}) => {
    const headers = { Authorization: `Bearer ${site.apiKey}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(json) };
    const response = await fetch(`${site.apiUrl}${path}`, init);
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string; url: string };
  };
  try {
    const { id } = await call('/cases', { ...newCase, locale: 'en' });
    await call(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
    await call(`/cases/${id}/personal-details`, person);
    await driver.get((await call(`/cases/${id}/handoff`)).url);
    await seesHeading(driver, 'Take the selfie on this phone');
    await driver.navigate().refresh();
    await seesHeading(driver, 'Take the selfie on this phone');
    await driver.executeScript("document.querySelector('.ways button').click()");
    await seesHeading(driver, 'Enter this number on the computer');
    const digits = await driver.executeScript<string>("return document.querySelector('.digits').textContent");
    await call(`/cases/${id}/handoff/confirm`, { digits });
    const took = await takeSelfie(driver);
    await press(driver, '[part=primary]');
    await seesHeading(driver, 'Go back to your computer');
    return took;
  } finally {
    await site.close();
  }
}

/** Waits for a screen of the hosted page itself. */
async function seesHeading(driver: WebDriver, title: string): Promise<void> {
  let heading = '';
  const isThere = async () => {
    heading = await driver.executeScript<string>("return document.querySelector('h1')?.textContent ?? ''");
    return heading === title;
  };
  await driver.wait(isThere, PATIENCE_MS).catch((cause) => {
    throw new Error(`“${title}” did not come; there is “${heading}”`, { cause });
  });
}
