import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { engine } from '../support/engine.ts';
import { openService, type TestService } from '../support/openService.ts';
import { verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { makeWaitingCases } from '../support/waitingCases.ts';

const WAITING = 10_000;
const ROUNDS = 15;

/**
 * The review desk with 10,000 waiting cases in the embedded database: milliseconds of a page over HTTP (medians), the
 * number of key presses for one case from the queue to its decision, and the paint and load figures of a browser. `npm
 * run -s bench -- desk`.
 */
export default async function desk() {
  const service = await openService({
    databaseUrl: null,
    template: join(tmpdir(), `idv-desk-${process.pid}`),
  });
  try {
    await makeCase(service);
    await makeWaitingCases(service, WAITING);
    const { Cookie, token } = await signIn(service);
    const get = (path: string) => fetch(`${service.url}/desk${path}`, { headers: { Cookie } });
    const post = (path: string) =>
      fetch(`${service.url}/desk${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ token, mode: 'test' }),
      });
    await post('/mode');
    const queueMs10k = await median(() => get(''));
    const first = (await post('/next')).headers.get('Location')!.replace('/desk', '');
    const nextMs = await median(() => post('/next'));
    const caseMs = await median(() => get(first));
    const frameMs = await median(() => get(`${first}/frames/0`));
    await post(`${first}/release`);
    return { queueMs10k, nextMs, caseMs, frameMs, ...(await inBrowser(service)) };
  } finally {
    await service.close();
  }
}

/** One with pictures and a hit, that is due before all others. */
async function makeCase(service: TestService): Promise<void> {
  const { id, consent, details, selfie } = await verify(service);
  await consent();
  await details({ familyName: 'IDVTEST_AML_POSSIBLE' });
  await selfie();
  const due_at = new Date(service.deps.clock().getTime() - 1000);
  await service.deps.db.updateTable('cases').set({ due_at }).where('id', '=', id).execute();
}

async function signIn(service: TestService) {
  const path = await inviteByCommand(service.deps, { name: 'Bench', role: 'reviewer' });
  const entered = await fetch(`${service.url}/desk/invite`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ secret: path.split('/').at(-1)! }),
  });
  const Cookie = entered.headers.get('Set-Cookie')!.split(';')[0]!;
  const text = await (await fetch(`${service.url}/desk`, { headers: { Cookie } })).text();
  return { Cookie, token: /name="token" value="([^"]+)"/.exec(text)![1]! };
}

async function median(ask: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await (await ask()).arrayBuffer();
    times.push(performance.now() - began);
  }
  return Number(times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!.toFixed(1));
}

/** Decides the case that is due first, by keys alone. */
async function inBrowser(service: TestService) {
  const { launchOptions } = await engine();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    let bytes = 0;
    page.on('response', async (response) => {
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(
      `${service.url}${await inviteByCommand(service.deps, { name: 'Keys', role: 'reviewer' })}`,
    );
    await page.click('button');
    await page.waitForURL('**/desk');
    await page.click('text=Show test data');
    await page.waitForSelector('.mode.test');
    bytes = 0;
    await page.reload();
    const firstPaintMs = await paintOf(page);
    const loaded = bytes;
    return { keysPerCase: await decideByKeys(page), firstPaintMs, bytes: loaded };
  } finally {
    await browser.close();
  }
}

async function paintOf(page: Page): Promise<number> {
  const read = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await waitFor(async () => (await read()) > 0, 10_000);
  return Math.round(await read());
}

async function decideByKeys(page: Page): Promise<number> {
  let presses = 0;
  const press = async (key: string, until: string) => {
    await page.keyboard.press(key);
    presses++;
    await page.waitForSelector(until);
  };
  await press('n', '#judgement');
  await page.waitForLoadState('networkidle');
  await press('6', 'input[value="2"]:checked');
  await press('8', 'input[value="alive"]:checked');
  await press('Enter', '#own-title:focus');
  await press('f', 'select[name="reasonCode"]:focus');
  await press('2', 'text=Not this person:');
  await press('a', '#decision select:focus');
  await press('2', '#decided-title:focus');
  return presses;
}
