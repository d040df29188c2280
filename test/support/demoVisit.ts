import type { Page } from 'playwright';
import { PATIENCE_MS } from './patience.ts';

/**
 * Completes an application with prefilled details, in English and with `camera=test`, up to the page after it.
 * @returns the status of the case there, after all automatic transitions.
 */
export async function finishVisit(page: Page): Promise<string> {
  await goOn(page, () => document.querySelector('[data-outcome][data-open=false]') !== null);
  return (await page.locator('[data-outcome]').getAttribute('data-status'))!;
}

/** Presses the first button of each screen that is not the camera's, until something is there. */
export async function goOn(page: Page, isThere: (expected: string) => boolean, wanted = ''): Promise<void> {
  const press = () => {
    const shadow = document.querySelector('idv-verify')?.shadowRoot;
    const heading = shadow?.querySelector('h2')?.textContent?.trim() ?? '';
    // The drawn document is a passport; it is shown and read without a press.
    const button = shadow?.querySelector<HTMLButtonElement>(
      '#document-passport, [part~=primary]:not([disabled], [aria-disabled=true])',
    );
    const { dataset } = document.documentElement;
    if (heading === dataset['last']) return;
    // A screen may appear twice with one without a button in between: a capture that was requested again.
    dataset['last'] = button ? heading : '';
    if (!button) return;
    if (
      /^(Let’s confirm|May we measure|Which document|Check your answers|Are these photos|Try again|All done)/.test(
        heading,
      )
    )
      button.click();
  };
  const until = performance.now() + PATIENCE_MS;
  // The page may be on its way to the next one.
  while (!(await page.evaluate(isThere, wanted).catch(() => false))) {
    if (performance.now() > until) {
      const screen = await page.evaluate(() => document.querySelector('idv-verify')?.shadowRoot?.textContent);
      throw new Error(`It ended at ${page.url()}, without ${wanted || 'an end'}, on the screen: ${screen}`);
    }
    // The page may be on its way to the next one.
    await page.evaluate(press).catch(() => undefined);
    await page.waitForTimeout(100);
  }
}
