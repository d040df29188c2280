import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Cookie, Page, Request } from 'playwright';
import { scenarios } from '../../demo/scenarios.ts';
import { chapters } from '../../demo/scripts/tourSteps.ts';
import { launchChromium } from '../support/chromium.ts';
import { finishVisit, goOn } from '../support/demoVisit.ts';
import { freePort } from '../support/freePort.ts';
import { installFolder } from '../support/installFolder.ts';
import { startDemo } from '../support/startDemo.ts';
import { median } from './support/quantiles.ts';

/** Scenarios whose walk needs hands of its own: test/e2e has them. */
const BY_HAND = /^(own|camera_refused|second_tab|backend_away|handoff|hosted_link|wallet|credential_)/;
/** The calls that fail because a walk wants it. */
const WANTED: Record<string, RegExp> = { tour: /\b503\b/, error_503: /\b503\b/, session_over: /\b401\b/ };
/** A small phone, of which the consent's button must be on the first screen. */
const SMALL_PHONE = { width: 360, height: 640 };

/** Visits one after the other; the first one also waits for the processes of the service to start. */
const VISITS = 5;
/** Runs of Lighthouse on each page: one alone depends on what the machine did meanwhile. */
const RUNS = 3;
/** Loads of each page, after one that fills the cache. */
const PAINTS = 9;
/** Idle periods in a row without a pending request, after which a page counts as done. */
const IDLE_PERIODS = 3;
/** In this order: the last ones belong to a visitor whose case is finished. */
const PUBLIC = ['/', '/larkspur', '/quayside', '/larkspur/privacy', '/tour', '/open'];
const OWN = ['/return', '/file'];
const CATEGORIES = { performance: '', accessibility: '', bestPractices: 'best-practices', seo: '' };

/** A project of its own: nothing else needs it, and with it come ten thousand files. */
const LIGHTHOUSE = join(import.meta.dirname, 'lighthouse');

/** What is used of it. */
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    logLevel: 'silent';
    onlyCategories: string[];
    extraHeaders?: Record<string, string>;
  },
) => Promise<{ lhr: Report } | undefined>;

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
}

type Scores = Record<keyof typeof CATEGORIES, number>;

/**
 * The demo as `npm start` runs it, in a Chromium of its own. `firstPaintMs`: from the navigation to the first paint on a tab
 * that has shown the page once and is done with it, median of the slowest page; `firstPaintFloorMs`: the same of a page of two lines without
 * styles, in the same run; `secondsToApproved`: from the address to the approved case, with the test face and without a document, median of
 * five visits; `secondsWithDocument`: the same with the drawn passport, once; `lighthouse`: the score of the lowest page, of
 * 100, on an emulated phone with a slow line, median of three runs of each page; `axe`, `thirdParty`, `consoleErrors`: violations,
 * requests elsewhere, and errors and warnings of the console, of all pages together, the walk among them. `walk`: each step of
 * the tour and each scenario that needs presses alone; `errors`: of page and console meanwhile, `broken`: steps that did not
 * come to their end, and scenarios that did not keep their promise. `consentFold`: pixels from the top of a screen of 360 x 640
 * to the lower end of the consent's button.
 */
export default async function demo(): Promise<Record<string, unknown>> {
  const site = await startDemo();
  const port = await freePort();
  const browser = await launch(port);
  const counts = { thirdParty: 0, consoleErrors: 0 };
  try {
    const visit = async (colorScheme: 'light' | 'dark' = 'light', wanted?: RegExp) => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 850 } });
      const page = await context.newPage();
      watch(page, [site.url, site.walletUrl], counts, wanted);
      return page;
    };
    const own = await visit();
    const visits: number[] = [];
    for (let time = 0; time < VISITS; time++) visits.push(await walkThrough(own, site.url, 'off'));
    process.stderr.write(`visits: ${visits.map((seconds) => seconds.toFixed(1)).join(', ')} s\n`);
    const secondsToApproved = median(visits);
    const secondsWithDocument = await walkThrough(own, site.url, 'require');
    const cookies = await own.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const paints = await paintsOf(browser, site.url, cookies);
    let axe = 0;
    for (const path of [...PUBLIC, ...OWN]) {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await visit(scheme);
        await page.context().addCookies(OWN.includes(path) ? cookies : []);
        axe += await look(page, site.url + path);
        await page.context().close();
      }
    }
    const consentFold = await foldOf(browser, site.url);
    const walk = await walkAll(visit, site.url, counts);
    return {
      ...paints,
      secondsToApproved: Math.round(secondsToApproved * 10) / 10,
      secondsWithDocument: Math.round(secondsWithDocument * 10) / 10,
      lighthouse: await lowestScores(site.url, port, cookie),
      axe,
      ...counts,
      walk,
      consentFold,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function launch(port: number): Promise<Browser> {
  return launchChromium([`--remote-debugging-port=${port}`]);
}

/** @param wanted what the console reports because a scenario wants it: its calls that fail. */
function watch(
  page: Page,
  own: readonly string[],
  counts: { thirdParty: number; consoleErrors: number },
  wanted?: RegExp,
): void {
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(blob|data):$/.test(protocol) || own.includes(origin)) return;
    counts.thirdParty++;
    process.stderr.write(`elsewhere, ${page.url()}: ${request.url()}\n`);
  });
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || wanted?.test(message.text())) return;
    counts.consoleErrors++;
    process.stderr.write(`console, ${page.url()}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => {
    counts.consoleErrors++;
    process.stderr.write(`error, ${page.url()}: ${error.stack ?? error}\n`);
  });
}

/** @returns seconds from the address to an approved case. */
async function walkThrough(page: Page, site: string, document: 'require' | 'off'): Promise<number> {
  const began = performance.now();
  await page.goto(`${site}/again?prefill=yes&camera=test&document=${document}`);
  const status = await finishVisit(page);
  if (status !== 'approved') throw new Error(`The case ended ${status}`);
  return (performance.now() - began) / 1000;
}

/** All steps of the tour, and each scenario that needs presses alone. */
async function walkAll(
  visit: (colorScheme?: 'light', wanted?: RegExp) => Promise<Page>,
  site: string,
  counts: { consoleErrors: number },
) {
  const before = counts.consoleErrors;
  let [steps, walked, broken] = [0, 0, 0];
  const tour = await visit('light', WANTED['tour']);
  await tour.goto(`${site}/tour`);
  await tour.locator('[data-tour][data-state=ready]').waitFor();
  for (const [chapter, { steps: own }] of chapters.entries())
    for (const step of own.keys()) {
      await tour.keyboard.press(step === 0 ? `${chapter + 1}` : 'ArrowRight');
      await tour.locator('[data-tour]:is([data-state=done], [data-state=failed])').waitFor({ timeout: 0 });
      steps++;
      if ((await tour.locator('[data-tour]').getAttribute('data-state')) === 'done') continue;
      broken++;
      process.stderr.write(
        `tour, ${chapter + 1}.${step + 1}: ${await tour.locator('[data-say]').textContent()}\n`,
      );
    }
  await tour.context().close();
  for (const [scenario, { reaches }] of Object.entries(scenarios)) {
    if (BY_HAND.test(scenario)) continue;
    const page = await visit('light', WANTED[scenario]);
    await page.goto(`${site}/again?scenario=${scenario}&camera=test&prefill=yes&panel=folded`);
    const kept = (wanted: string) =>
      wanted.split(' ').includes(document.querySelector('[data-outcome]')?.getAttribute('data-status') ?? '');
    walked++;
    try {
      await goOn(page, kept, reaches.join(' '));
    } catch (error) {
      broken++;
      process.stderr.write(`${scenario}: ${error}\n`);
    }
    await page.context().close();
  }
  return { steps, scenarios: walked, errors: counts.consoleErrors - before, broken };
}

/** Pixels from the top of the screen to the lower end of the consent's button, on the hosted page and the bank's: the lower one. */
async function foldOf(browser: Browser, site: string): Promise<number> {
  const page = await (await browser.newContext({ viewport: SMALL_PHONE })).newPage();
  const ends: number[] = [];
  for (const query of ['prefill=yes', 'scenario=hosted_link&prefill=yes']) {
    await page.goto(`${site}/again?panel=folded&${query}`);
    const link = await page
      .locator('[data-link]')
      .getAttribute('href', { timeout: 1_000 })
      .catch(() => null);
    if (link && /verify/.test(link)) await page.goto(link);
    const button = page.locator('idv-verify [part=primary]');
    await button.waitFor();
    const box = (await button.boundingBox())!;
    ends.push(Math.ceil(box.y + box.height));
  }
  await page.context().close();
  return Math.max(...ends);
}

/** The slowest page, and a page that is as small as can be. */
async function paintsOf(browser: Browser, site: string, cookies: Cookie[]) {
  const floor = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><html lang="en"><title>Floor</title><h1>Floor</h1><p>Two lines');
  }).listen(0, '127.0.0.1');
  await once(floor, 'listening');
  const medians = new Map<string, number>();
  try {
    const floorUrl = `http://localhost:${(floor.address() as AddressInfo).port}/`;
    for (const url of [floorUrl, ...[...PUBLIC, ...OWN].map((path) => site + path)]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 850 } });
      if (OWN.some((path) => url === site + path)) await context.addCookies(cookies);
      const page = await context.newPage();
      const pending = new PendingRequests(page);
      await paintOf(page, pending, url);
      const paints: number[] = [];
      for (let time = 0; time < PAINTS; time++) paints.push(await paintOf(page, pending, url));
      medians.set(url, median(paints));
      process.stderr.write(`first paint, ${url}: ${Math.round(median(paints))} ms of ${paints.join(', ')}\n`);
      await context.close();
    }
    const firstPaintFloorMs = Math.round(medians.get(floorUrl)!);
    medians.delete(floorUrl);
    return { firstPaintMs: Math.round(Math.max(...medians.values())), firstPaintFloorMs };
  } finally {
    floor.closeAllConnections();
    floor.close();
  }
}

/** Milliseconds from the navigation to the first paint. */
async function paintOf(page: Page, pending: PendingRequests, url: string): Promise<number> {
  await page.goto(url);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (entries: PerformanceEntry[]) => entries[0] && resolve(entries[0].startTime);
        new PerformanceObserver((list) => seen(list.getEntriesByName('first-paint'))).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
  await page.waitForLoadState('load');
  if (new URL(url).pathname === '/open') await page.locator('idv-verify h2').waitFor();
  await pending.rest();
  return paint;
}

/** The requests of a tab that were not answered in full yet; event streams, which stay open, are left out. */
class PendingRequests {
  readonly #page: Page;
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') this.#pending.add(request);
    });
    const ended = (request: Request) => void this.#pending.delete(request);
    page.on('requestfinished', ended).on('requestfailed', ended);
    page.on('framenavigated', () => this.#pending.clear());
  }

  /**
   * Waits until the page is done: its scripts come after the first paint, and those that they import after them. Otherwise
   * the end of one load would be measured as the beginning of the next.
   */
  async rest(): Promise<void> {
    const idle = () => this.#page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    for (let quiet = 0; quiet < IDLE_PERIODS; ) {
      await idle();
      quiet = this.#pending.size === 0 ? quiet + 1 : 0;
    }
  }
}

/** How many rules of axe a page breaks. */
async function look(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  if (new URL(url).pathname === '/open') await page.locator('idv-verify h2').waitFor();
  // Colours are judged once nothing fades any more.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    process.stderr.write(`axe, ${url}: ${id} ${nodes.map(({ html }) => html).join(' ')}\n`);
  }
  return violations.length;
}

async function lowestScores(site: string, port: number, cookie: string): Promise<Scores> {
  installFolder(LIGHTHOUSE);
  const entry = join(LIGHTHOUSE, 'node_modules/lighthouse/core/index.js');
  const { default: lighthouse }: { default: Lighthouse } = await import(pathToFileURL(entry).href);
  const lowest: Scores = { performance: 100, accessibility: 100, bestPractices: 100, seo: 100 };
  for (const path of [...PUBLIC, ...OWN]) {
    const runs: Scores[] = [];
    for (let time = 0; time < RUNS; time++) runs.push(await scores(lighthouse, site + path, port, cookie));
    for (const category of Object.keys(CATEGORIES) as (keyof Scores)[]) {
      const score = median(runs.map((run) => run[category]));
      if (score < 95) process.stderr.write(`lighthouse, ${path}: ${category} ${score}\n`);
      lowest[category] = Math.min(lowest[category], score);
    }
  }
  return lowest;
}

async function scores(lighthouse: Lighthouse, url: string, port: number, cookie: string): Promise<Scores> {
  const onlyCategories = Object.entries(CATEGORIES).map(([name, id]) => id || name);
  const headers = OWN.some((path) => url.endsWith(path)) ? { extraHeaders: { Cookie: cookie } } : {};
  const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories, ...headers });
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'No result');
  const { categories, audits } = result.lhr;
  const read = ([name, id]: [string, string]) => {
    const { score, auditRefs } = categories[id || name]!;
    for (const ref of auditRefs) {
      const { score: own, title } = audits[ref.id]!;
      if (ref.weight > 0 && own !== null && own < 0.9) process.stderr.write(`  ${url}: ${title} ${own}\n`);
    }
    return [name, Math.round((score ?? 0) * 100)];
  };
  return Object.fromEntries(Object.entries(CATEGORIES).map(read)) as Scores;
}
