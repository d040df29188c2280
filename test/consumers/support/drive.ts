import type { Browser, Page } from 'playwright';
import { waitFor } from '../../support/waitFor.ts';

/** What happened in the page of an app. */
export interface Driven {
  /** The events of the element, in order. */
  events: string[];
  /** The number of captures until the selfie was accepted: more than one if the machine was too busy. */
  captures: number;
  /** Details of each `idv-notice`. */
  notices: string[];
  /** Every request of the page, with its method and URL. */
  requests: { method: string; url: string }[];
  /** Requests that failed or were answered with an error, and errors of scripts. */
  faults: string[];
}

/**
 * Opens a page and goes through a verification with the test face, as a person would.
 * @throws with the text of the screen if a step does not appear.
 */
export async function drive(browser: Browser, url: string): Promise<Driven> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const faults: string[] = [];
  const requests: Driven['requests'] = [];
  page.on('request', (request) => requests.push({ method: request.method(), url: request.url() }));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('requestfailed', (request) => faults.push(`${request.failure()?.errorText} ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('favicon.ico'))
      faults.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(keepEvents);
  try {
    await page.goto(url);
    const captures = await goThrough(page);
    return { ...(await page.evaluate(() => idvKept)), captures, requests, faults };
  } catch (error) {
    const seen = await page
      .locator('idv-verify')
      .innerText({ timeout: 1000 })
      .catch(() => 'no element');
    throw new Error(`${error}\non the screen: ${seen}\n${faults.join('\n')}`);
  } finally {
    await page.close();
  }
}

/** @returns the number of captures. */
async function goThrough(page: Page): Promise<number> {
  const widget = page.locator('idv-verify');
  const primary = widget.locator('[part~="primary"]');
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const fill = (token: string, value: string) => widget.locator(`[autocomplete="${token}"]`).fill(value);
  const choose = async (label: string, text: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  await heading('Let’s confirm it’s you');
  await primary.click();
  await heading('May we measure your face?');
  await primary.click();
  await heading('Your name');
  await fill('given-name', 'Ada');
  await fill('family-name', 'Lovelace');
  await primary.click();
  await fill('bday-day', '10');
  await fill('bday-month', '12');
  await fill('bday-year', '1985');
  await choose('Nationality', 'uk');
  await primary.click();
  await choose('Country', 'uk');
  await fill('address-line1', '12 St James’s Square');
  await fill('address-level2', 'London');
  await fill('postal-code', 'SW1Y 4JH');
  await primary.click();
  await heading('Check your answers');
  await primary.click();
  const testFace = page.getByRole('button', { name: 'Use the test face' });
  const isSubmitted = () => page.evaluate(() => idvKept.events.includes('idv-submitted'));
  // On a busy machine the recording may be interrupted: the service then requests another, at most three times.
  for (let capture = 1; capture <= 3; capture++) {
    await testFace.click();
    await heading('Are these photos');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await waitFor(async () => (await isSubmitted()) || (await testFace.isVisible()));
    if (await isSubmitted()) return capture;
  }
  throw new Error('Three captures were refused');
}

declare const idvKept: { events: string[]; notices: string[] };

/** Runs in the page before its scripts. */
function keepEvents(): void {
  const kept = { events: [] as string[], notices: [] as string[] };
  Object.assign(globalThis, { idvKept: kept });
  const names = [
    'ready',
    'step',
    'frame',
    'notice',
    'error',
    'submitted',
    'return',
    'session-expired',
    'cancel',
  ];
  for (const name of names)
    document.addEventListener(`idv-${name}`, (event) => {
      kept.events.push(event.type);
      if (name === 'notice') kept.notices.push(JSON.stringify((event as CustomEvent).detail));
    });
}
