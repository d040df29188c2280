import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { PATIENCE_MS } from '../support/patience.ts';

/** The longest that a screen may take to come, in milliseconds. */

/**
 * Has the test face follow the challenge, from the screen before it to the review.
 * @returns milliseconds from the start of the camera until all steps were met.
 */
export async function takeSelfie(driver: WebDriver): Promise<number> {
  await sees(driver, 'A quick selfie');
  const began = performance.now();
  await press(driver, '[part=secondary]');
  await sees(driver, 'Are these photos clear?');
  return performance.now() - began;
}

/** Waits for a screen. @throws Error that names it and the one that is there. */
export async function sees(driver: WebDriver, title: string, withinMs = PATIENCE_MS): Promise<void> {
  const read = () =>
    driver.executeScript<string>(
      "return document.querySelector('idv-verify')?.shadowRoot?.querySelector('h2')?.textContent ?? ''",
    );
  let heading = '';
  const isThere = async () => {
    heading = await read();
    return heading.includes(title);
  };
  await driver.wait(isThere, withinMs).catch((cause) => {
    throw new Error(`“${title}” did not come; there is “${heading}”`, { cause });
  });
}

export function fieldNamed(driver: WebDriver, name: string): Promise<WebElement> {
  return find(driver, `[name="${name}"]`);
}

async function find(driver: WebDriver, selector: string): Promise<WebElement> {
  const found = () =>
    driver.executeScript<WebElement | null>(
      "return document.querySelector('idv-verify').shadowRoot.querySelector(arguments[0])",
      selector,
    );
  return (await driver.wait(found, PATIENCE_MS, `There is no ${selector}`))!;
}

/** Presses a button as a keyboard does it. */
export async function press(driver: WebDriver, selector: string): Promise<void> {
  await (await find(driver, selector)).sendKeys(Key.ENTER);
}
