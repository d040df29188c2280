import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { QUICK, type ServedFolder, serveFolder } from '../../bench/support/serveFolder.ts';
import { cameraArgs, launchChromium } from '../../support/chromium.ts';
import type { SmallCaseOptions } from './SmallCase.ts';
import { type SmallApi, smallApi } from './smallApi.ts';

const CDN = fileURLToPath(new URL('../../../dist/cdn', import.meta.url));
const HTML =
  '<!doctype html><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>';

export interface BuiltPage {
  browser: Browser;
  api: SmallApi;
  site: ServedFolder;
  /** Opens the selfie of a new case, until the test is over. @param before runs when there is a page, but nothing on it. */
  openSelfie(before?: (page: Page) => unknown): Promise<Page>;
  /** Opens a new case, until the test is over. @param before as of `openSelfie`. */
  openCase(options: SmallCaseOptions, before?: (page: Page) => unknown): Promise<Page>;
  close(): Promise<void>;
}

/**
 * The built files in a page with a very strict policy, in a separate browser.
 * @param options the number of fake cameras, additional headers of the page, and additions to its policy.
 */
export async function builtPage({ cameras = 1, headers = {}, more = '' } = {}): Promise<BuiltPage> {
  if (!existsSync(CDN)) throw new Error('Nothing was built yet: run "npm run build" first');
  const api = await smallApi();
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${new URL(api.baseUrl).origin}; worker-src 'self'; ${more}`;
  const site = await serveFolder(CDN, { html: HTML, policy, headers, quality: QUICK });
  const browser = await launchChromium(cameraArgs({ cameras }));
  const openCase: BuiltPage['openCase'] = async (options, before) => {
    const page = await browser.newPage();
    onTestFinished(() => page.context().close());
    await before?.(page);
    const body = JSON.stringify(options);
    const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).json();
    await page.goto(site.url);
    const widget = page.locator('idv-verify');
    await widget.evaluate((element, value) => Object.assign(element, { session: value }), session);
    return page;
  };
  return {
    browser,
    api,
    site,
    openCase,
    openSelfie: async (before) => {
      const page = await openCase({ due: ['selfie'] }, before);
      await page.locator('h2', { hasText: 'A quick selfie' }).waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await site.close();
      await api.close();
    },
  };
}
