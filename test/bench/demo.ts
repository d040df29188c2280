import AxeBuilder from '@axe-core/playwright';
import lighthouse from 'lighthouse';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { finishVisit } from '../support/demoVisit.ts';
import { freePort, startDemo } from '../support/startDemo.ts';

const PAINTS = 5;
const WALKS = 1;
/** In this order: the last ones belong to a visitor whose case is finished. */
const PUBLIC = ['/', '/larkspur', '/quayside', '/larkspur/privacy', '/tour', '/open'];
const OWN = ['/return', '/file'];
const CATEGORIES = { performance: '', accessibility: '', bestPractices: 'best-practices', seo: '' };

type Scores = Record<keyof typeof CATEGORIES, number>;

/**
 * The demo as `npm start` runs it, in a Chromium of its own. `firstPaintMs`: median of the slowest page; `secondsToApproved`:
 * from the address to the approved case, with the test face; `lighthouse`: the lowest score of any page, of
 * 100, on an emulated phone with a slow line; `axe`, `thirdParty`, `consoleErrors`: violations,
 * requests elsewhere, and errors and warnings of the console, of all pages together.
 */
export default async function demo(): Promise<Record<string, unknown>> {
  const site = await startDemo();
  const port = await freePort();
  const browser = await launch(port);
  const counts = { thirdParty: 0, consoleErrors: 0 };
  try {
    const visit = async (colorScheme: 'light' | 'dark' = 'light') => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 850 } });
      const page = await context.newPage();
      watch(page, site.url, counts);
      return page;
    };
    const walks: number[] = [];
    let own = await visit();
    for (let walk = 0; walk < WALKS; walk++) {
      own = await visit();
      walks.push(await walkThrough(own, site.url));
    }
    const cookies = await own.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const paints: number[] = [];
    let axe = 0;
    for (const path of [...PUBLIC, ...OWN]) {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await visit(scheme);
        await page.context().addCookies(OWN.includes(path) ? cookies : []);
        const { paint, violations } = await look(page, site.url + path);
        paints.push(paint);
        axe += violations;
        await page.context().close();
      }
    }
    return {
      firstPaintMs: Math.round(Math.max(...paints)),
      secondsToApproved: Math.round(median(walks) * 10) / 10,
      lighthouse: await lowestScores(site.url, port, cookie),
      axe,
      ...counts,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function launch(port: number): Promise<Browser> {
  const executablePath = await chromiumPath();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--headless=new', `--remote-debugging-port=${port}`],
  });
}

function watch(page: Page, site: string, counts: { thirdParty: number; consoleErrors: number }): void {
  page.on('request', (request) => {
    if (!request.url().startsWith(site) && !/^(blob|data):/.test(request.url())) counts.thirdParty++;
  });
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    counts.consoleErrors++;
    process.stderr.write(`console, ${page.url()}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => {
    counts.consoleErrors++;
    process.stderr.write(`error, ${page.url()}: ${error.stack ?? error}\n`);
  });
}

/** @returns seconds from the address to an approved case. */
async function walkThrough(page: Page, site: string): Promise<number> {
  const began = performance.now();
  await page.goto(`${site}/again?prefill=yes&camera=test`);
  const status = await finishVisit(page);
  if (status !== 'approved') throw new Error(`The case ended ${status}`);
  return (performance.now() - began) / 1000;
}

/** Median milliseconds to the first paint of a page, and how many rules of axe it breaks. */
async function look(page: Page, url: string): Promise<{ paint: number; violations: number }> {
  const paints: number[] = [];
  for (let time = 0; time < PAINTS; time++) {
    await page.goto(url);
    paints.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const seen = (entries: PerformanceEntry[]) => entries[0] && resolve(entries[0].startTime);
            new PerformanceObserver((list) => seen(list.getEntriesByName('first-paint'))).observe({
              type: 'paint',
              buffered: true,
            });
          }),
      ),
    );
  }
  await page.locator('h1').first().waitFor();
  if (new URL(url).pathname === '/open') await page.locator('idv-verify h2').waitFor();
  // Colours are judged once nothing fades any more.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    process.stderr.write(`axe, ${url}: ${id} ${nodes.map(({ html }) => html).join(' ')}\n`);
  }
  return { paint: median(paints), violations: violations.length };
}

async function lowestScores(site: string, port: number, cookie: string): Promise<Scores> {
  const lowest: Scores = { performance: 100, accessibility: 100, bestPractices: 100, seo: 100 };
  for (const path of [...PUBLIC, ...OWN]) {
    const own = await scores(site + path, port, cookie);
    for (const category of Object.keys(CATEGORIES) as (keyof Scores)[]) {
      const score = own[category];
      if (score < 95) process.stderr.write(`lighthouse, ${path}: ${category} ${score}\n`);
      lowest[category] = Math.min(lowest[category], score);
    }
  }
  return lowest;
}

async function scores(url: string, port: number, cookie: string): Promise<Scores> {
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

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}
