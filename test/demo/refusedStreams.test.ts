import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { openBank } from './bank.ts';

test.each([
  ['/panel', '[data-panel]'],
  ['/outcome', '[data-outcome]'],
])('while its stream %s is refused, the page says so and asks again', async (path, part) => {
  const { siteUrl } = await openBank();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**/idv-verify.js', (route) => route.abort());
  await page.goto(`${siteUrl}/open`);
  await page.clock.install();
  // Every one, since the page before may still open its own.
  await page.route(`**${path}`, (route) => route.fulfill({ status: 429 }));
  await page.goto(`${siteUrl}/return`);
  const said = page.locator(part).getByText('This page is no longer kept up to date. Reload it.');
  await said.waitFor();
  await page.unroute(`**${path}`);
  const opened = page.waitForResponse((response) => response.url().endsWith(path));
  await page.clock.runFor(30_000);
  expect((await opened).status()).toBe(200);
  await said.waitFor({ state: 'hidden' });
});
