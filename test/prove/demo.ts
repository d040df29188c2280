import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { demoScenarios } from './demo/demoScenarios.ts';
import { type Captured, startRecordingProxy } from './demo/startRecordingProxy.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/** Keys, cookies and personal values of the scenarios: nothing of it may stand in the panel. */
const FORBIDDEN = /idvs?_(test|live)_\w|whsec_|larkspur=|Lovelace|IDVTEST|\bAda\b|1985-12-10|St James|SW1Y/;

/**
 * Each scenario of the demo in a real browser, through a proxy in front of the demo that records: it ends on its own page with
 * a way on, and the panel's rows are the calls that the proxy saw, in their order. Then runs without a fault of their own until
 * there are a hundred: in none of them the panel's DOM holds a key, a cookie or a personal value.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const site = await startRecordingProxy();
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--headless=new'],
  });
  const deviations: string[] = [];
  try {
    const quick = ['underage', 'backend_away'];
    const all = Object.keys(demoScenarios);
    const named = lab.size(all.length, 0) > 0 ? all : quick;
    const more = Array.from({ length: Math.max(0, lab.size(100, 0) - named.length) }, () => 'underage');
    for (const scenario of [...named, ...more]) {
      const problem = await run(browser, site, scenario).catch((error) => `${error}`);
      if (problem) deviations.push(`${scenario}: ${problem}`);
    }
    return {
      ok: deviations.length === 0,
      scenarios: named.length,
      runs: named.length + more.length,
      deviations,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function run(
  browser: Browser,
  site: Awaited<ReturnType<typeof startRecordingProxy>>,
  scenario: string,
): Promise<string | null> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const captured = site.record();
    await demoScenarios[scenario]!(page, site.url);
    const link = await page.locator('main a[href]:visible, main button:visible').count();
    if (link === 0) return 'the page is a dead end';
    return (await compareRows(page, captured)) ?? (await findSecret(page));
  } finally {
    await context.close();
  }
}

/** The rows in which a page calls, and those in which the service does, each in the order in which they arrived. */
async function compareRows(page: Page, captured: Captured[]): Promise<string | null> {
  const panel = page.locator('[data-panel]');
  const shown = () =>
    panel.locator('.row summary').evaluateAll((rows) =>
      rows.map((row) => ({
        way: row.querySelector<HTMLElement>('.arrow')!.dataset['way']!,
        call: `${row.querySelector('.method')!.textContent} ${row.querySelector<HTMLElement>('.path')!.title.split('?')[0]}`,
      })),
    );
  const lanes = [
    ['page', (way: string) => way.startsWith('page-')],
    ['service', (way: string) => way === 'service-backend'],
  ] as const;
  for (const [from, isOf] of lanes) {
    // Webhooks of earlier visitors still arrive, and are none of this one's.
    const own = () => captured.filter((each) => each.from === 'page').map(({ caseId }) => caseId);
    const isOwn = (each: Captured) => each.from === 'page' || own().includes(each.caseId);
    const seen = () => captured.filter((each) => each.from === from && isOwn(each)).map(({ call }) => call);
    const rows = async () => (await shown()).filter(({ way }) => isOf(way)).map(({ call }) => call);
    for (let time = 0; time < 50 && (await rows()).length < seen().length; time++)
      await page.waitForTimeout(100);
    const [one, other] = [(await rows()).join(', '), seen().join(', ')];
    if (one !== other) return `the panel shows ${one}; the proxy saw ${other}`;
  }
  return null;
}

async function findSecret(page: Page): Promise<string | null> {
  const panel = page.locator('[data-panel]');
  await panel.locator('details').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.row details').length === document.querySelectorAll('.row .detail').length,
  );
  // The rows alone: the controls and the code hold the name that test mode is told.
  const whole = await panel.locator('#wire-body').evaluate((element) => element.outerHTML);
  const found = FORBIDDEN.exec(whole)?.[0];
  return found ? `the panel holds ${found}` : null;
}
