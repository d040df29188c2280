import type { Page } from 'playwright';
import { goOn } from '../../support/demoVisit.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

type Walk = (page: Page, site: string) => Promise<void>;

/** Each scenario of the demo: how a visitor goes through it, up to the page on which it ends. */
export const demoScenarios: Record<string, Walk> = {
  own: ends('approved', 'prefill=yes'),
  approve: ends('approved'),
  selfie_retry_1: ends('approved'),
  spoof: ends('in_review'),
  face_mismatch: ends('declined', 'attempts=1'),
  underage: ends('declined'),
  aml_possible: ends('in_review'),
  aml_sanction: ends('in_review'),
  aml_pep: ends('in_review'),
  aml_down: ends('processing'),
  review_approve: ends('approved'),
  review_decline: ends('declined'),
  slow_10: ends('approved'),
  error_503: ends('approved'),
  session_over: ends('approved', 'prefill=yes'),
  webhook_lost: ends('approved', 'prefill=yes'),
  camera_refused: async (page, site) => {
    await page.goto(`${site}/again?scenario=camera_refused&prefill=yes`);
    await goOn(page, () => document.querySelector('idv-verify')!.shadowRoot!.querySelector('.tips') !== null);
    await page.locator('idv-verify [part~="primary"]').click();
    // A computer offers the phone first; without a phone the flow continues here.
    await page.getByRole('button', { name: 'Use this computer instead' }).click();
    await page.getByRole('button', { name: 'Use the test face' }).waitFor();
  },
  second_tab: async (page, site) => {
    await page.goto(`${site}/again?scenario=second_tab&prefill=yes&camera=test`);
    await page.getByRole('button', { name: 'Agree and continue' }).waitFor();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open the second tab' }).click();
    const second = await opening;
    for (const tab of [page, second]) await tab.getByText('2 tabs show this application now.').waitFor();
    await goOn(second, isApproved);
    await second.close();
    await goOn(page, isApproved);
  },
  backend_away: async (page, site) => {
    await page.goto(`${site}/again?scenario=backend_away&prefill=yes`);
    const again = page.locator('idv-verify button').first();
    await again.waitFor();
    // Away for eight seconds from the first time that it was asked.
    await page.waitForFunction(
      () => {
        const shadow = document.querySelector('idv-verify')!.shadowRoot!;
        if (shadow.querySelector('h2')?.textContent?.startsWith('Let’s confirm')) return true;
        shadow.querySelector<HTMLButtonElement>('button:not([disabled])')?.click();
        return false;
      },
      undefined,
      { polling: 1_000, timeout: PATIENCE_MS },
    );
  },
};

function isApproved(): boolean {
  return document.querySelector<HTMLElement>('[data-outcome]')?.dataset['status'] === 'approved';
}

/** Completes the flow with the test face, and waits for the expected status. */
function ends(status: string, query = ''): Walk {
  return async function walk(this: unknown, page, site) {
    const scenario = Object.keys(demoScenarios).find((name) => demoScenarios[name] === walk)!;
    await page.goto(`${site}/again?scenario=${scenario}&camera=test${query && `&${query}`}`);
    await goOn(
      page,
      (expected) => document.querySelector<HTMLElement>('[data-outcome]')?.dataset['status'] === expected,
      status,
    );
  };
}
