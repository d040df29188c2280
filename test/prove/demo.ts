import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { demoScenarios } from './demo/demoScenarios.ts';
import { hostileNetwork } from './demo/hostileNetwork.ts';
import { playTour, type TourFigures } from './demo/playTour.ts';
import { type Captured, startRecordingProxy } from './demo/startRecordingProxy.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/** Keys, cookies and personal values of the scenarios: nothing of it may stand in the panel. */
const FORBIDDEN = /idvs?_(test|live)_\w|whsec_|larkspur=|Lovelace|IDVTEST|\bAda\b|1985-12-10|St James|SW1Y/;

/**
 * Plays each scenario of the demo in a real browser, with recording proxies in front of the demo and between its back
 * end and the service. Each scenario must end on its own page with a way to continue, and the rows of each panel lane
 * must equal the recorded calls in order. Then repeats runs without injected faults up to a hundred: the DOM of the
 * panel must never contain a key, a cookie or a personal value. Then plays the tour automatically and by keyboard: seven
 * chapters of about five steps, 90 seconds at most. `PROVE_PARTS` names the parts to run: `scenarios`, `repeats`, `tours`; `network`,
 * where a hostile network must shut out nobody.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const parts = process.env['PROVE_PARTS']?.split(',') ?? ['scenarios', 'repeats', 'tours', 'network'];
  const network = parts.includes('network') ? await hostileNetwork(lab) : null;
  const site = await startRecordingProxy(lab.template());
  const browser = await launchChromium();
  const deviations: string[] = [];
  try {
    const quick = ['underage', 'backend_away'];
    const all = Object.keys(demoScenarios);
    const named = lab.form === 'full' ? all : quick;
    const more = Array.from({ length: Math.max(0, lab.size(100, 0) - named.length) }, () => 'underage');
    const runs = [...(parts.includes('scenarios') ? named : []), ...(parts.includes('repeats') ? more : [])];
    for (const scenario of runs) {
      const problem = await run(browser, site, scenario).catch((error) => `${error}`);
      if (problem) deviations.push(`${scenario}: ${problem}`);
    }
    const tours: Record<string, TourFigures['chapters']> = {};
    for (const way of lab.form === 'full' && parts.includes('tours')
      ? (['by itself', 'by keys'] as const)
      : []) {
      const page = await browser.newPage();
      const { chapters, problem } = await playTour(page, site.url, way).catch((error) => ({
        chapters: {},
        problem: `${error}`,
      }));
      tours[way] = chapters;
      if (problem) deviations.push(`the tour ${way}: ${problem}`);
      await page.close();
    }
    return {
      ok: deviations.length === 0 && !network?.refused.length,
      ...(network && { network }),
      scenarios: new Set(runs).size,
      runs: runs.length,
      tours,
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
    // Whatever is shown next, between two screens there is nothing to press.
    const way = page.locator('main a[href]:visible, main button:visible').first();
    const isDeadEnd = await way.waitFor().then(
      () => false,
      () => true,
    );
    if (isDeadEnd) return 'the page is a dead end';
    return (await compareRows(page, captured)) ?? (await findSecret(page));
  } finally {
    await context.close();
  }
}

const PARTIES = {
  page: (way: string) => way.startsWith('page-'),
  backend: (way: string) => way === 'backend-service',
  service: (way: string) => way === 'service-backend',
};

/** The rows in which a page, the back end and the service call, each in the order in which the calls arrived. */
async function compareRows(page: Page, captured: Captured[]): Promise<string | null> {
  const panel = page.locator('[data-panel]');
  const shown = () =>
    panel.locator('.row summary').evaluateAll((rows) =>
      rows.map((row) => ({
        way: row.querySelector<HTMLElement>('.arrow')!.dataset['way']!,
        call: `${row.querySelector('.method')!.textContent} ${row.querySelector<HTMLElement>('.path')!.title.split('?')[0]}`,
      })),
    );
  for (const [from, isOf] of Object.entries(PARTIES)) {
    const calls = () => callsOfVisitor(captured).filter((each) => each.from === from);
    const rows = async () => (await shown()).filter(({ way }) => isOf(way)).map(({ call }) => call);
    let [one, other] = ['', 'nothing yet'];
    // While a case is open, its back end keeps polling.
    for (let time = 0; time < 50 && one !== other; time++) {
      if (time > 0) await page.waitForTimeout(100);
      [one, other] = [
        (await rows()).join(', '),
        calls()
          .map(({ call }) => call)
          .join(', '),
      ];
    }
    if (one !== other) return `the panel shows of ${from} ${one}; the proxy saw ${other}`;
  }
  return null;
}

/** The calls of this visitor. Calls of earlier visitors may still arrive, but share no id with this one. */
function callsOfVisitor(captured: Captured[]): Captured[] {
  const known = new Set(captured.filter(({ from }) => from === 'page').flatMap(({ names }) => [...names]));
  const isOfVisitor = ({ names }: Captured) => [...names].some((name) => known.has(name));
  for (const each of captured) if (isOfVisitor(each)) for (const name of each.names) known.add(name);
  return captured.filter((each) => each.from === 'page' || isOfVisitor(each));
}

async function findSecret(page: Page): Promise<string | null> {
  const panel = page.locator('[data-panel]');
  // While a case is open rows still come: each is opened, and read once all of them are.
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLDetailsElement>('.row details')];
    for (const details of all) details.open = true;
    return all.length > 0 && all.every((details) => details.querySelector('.detail'));
  });
  // Only the rows: the controls and the code contain the test name.
  const whole = await panel.locator('#wire-body').evaluate((element) => element.outerHTML);
  const found = FORBIDDEN.exec(whole)?.[0];
  return found ? `the panel holds ${found}` : null;
}
