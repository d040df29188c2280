import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { housekeeping } from '../../src/service/db/store/housekeeping.ts';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { engine } from '../support/engine.ts';
import { listDirectory, strangers } from '../support/lists.ts';
import { openService, type TestService } from '../support/openService.ts';
import { verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { makeWaitingCases } from '../support/waitingCases.ts';
import { transcribedPages } from './support/transcribedPages.ts';

const WAITING = 50_000;
const ROUNDS = 15;

/** A person whom no list has, one with a hit, and one with three. */
const PEOPLE = {
  plain: { givenName: 'Anneke', familyName: 'Verbruggen', dateOfBirth: '1971-05-02' },
  one: { givenName: 'Ionela', familyName: 'Petrescu', dateOfBirth: '1968-02-27' },
  three: { givenName: 'Zoltan', familyName: 'Hargittai', dateOfBirth: '1959-09-13' },
} as const;
type Kind = keyof typeof PEOPLE;

/** Like the people, and not exactly: ruling out an exact hit takes two. */
const LISTED = [
  ...strangers,
  { id: 'NK-one', name: 'Ionela Petresco', born: '1968', country: 'ro' },
  ...['a', 'b', 'c'].map((end) => ({
    id: `NK-${end}`,
    name: 'Zoltan Hargittai',
    born: '1959',
    country: 'hu',
  })),
];

/**
 * The review desk with 50,000 waiting cases in the embedded database: milliseconds of a page over HTTP (medians); from the queue to
 * the decision of a case, by keys alone: presses, loads of a page, and lines of the audit log; pixels to scroll from the faces to the
 * whole scale on 1280 x 900; and the paint and load figures of a browser; the seconds to type a
 * document that no machine reads. `npm run -s bench -- desk`.
 */
export default async function desk() {
  const lists = listDirectory(LISTED);
  const service = await openService({
    databaseUrl: null,
    template: join(tmpdir(), `idv-desk-${process.pid}`),
    config: { amlLists: [lists.path] },
  });
  try {
    await service.deps.lists.loaded(60_000);
    const ids = new Map<Kind, string>();
    for (const kind of ['plain', 'one', 'three'] as const) ids.set(kind, await makeCase(service, kind));
    await makeWaitingCases(service, WAITING);
    // As the service does every hour.
    await housekeeping.vacuum(service.deps.db);
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
    const queueMs50k = await median(() => get(''));
    const first = (await post('/next')).headers.get('Location')!.replace('/desk', '');
    const nextMs = await median(() => post('/next'));
    const caseMs = await median(() => get(first));
    const frameMs = await median(() => get(`${first}/frames/0`));
    await post(`${first}/release`);
    return { queueMs50k, nextMs, caseMs, frameMs, ...(await inBrowser(service, ids)) };
  } finally {
    await service.close();
    lists.remove();
  }
}

/**
 * One with pictures that is in review. A case without a hit would be approved by a rule: its policy requires a credential, and the
 * person types their details instead, which a reviewer decides about.
 */
async function makeCase(service: TestService, kind: Kind): Promise<string> {
  const policy = kind === 'plain' ? { credential: 'require' } : {};
  const { id, page, consent, details, selfie, read } = await verify(service, {
    policy,
    session: { allowedOrigins: [service.url] },
  });
  await consent();
  await details({ ...PEOPLE[kind] }, page);
  await selfie();
  const { status } = await read();
  if (status !== 'in_review') throw new Error(`The case of ${kind} is ${status}`);
  return id;
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

async function inBrowser(service: TestService, ids: ReadonlyMap<Kind, string>) {
  const { launchOptions } = await engine();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
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
    const cases: Record<string, Worked> = {};
    for (const [kind, id] of ids) cases[kind] = await work(service, page, kind, id);
    const transcription = await transcribedPages(service, page);
    return { ...cases, firstPaintMs, bytes: loaded, transcription };
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

interface Worked {
  keysPerCase: number;
  pageLoads: number;
  auditLinesPerCase: number;
  pixelsFacesToScale: number;
}

const HITS: Record<Kind, number> = { plain: 0, one: 1, three: 3 };

/** Decides a case that is due before all others, by keys alone. */
async function work(service: TestService, page: Page, kind: Kind, id: string): Promise<Worked> {
  const { db } = service.deps;
  await db
    .updateTable('cases')
    .set({ due_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await page.goto(`${service.url}/desk`);
  let presses = 0;
  let loads = 0;
  const onLoad = () => loads++;
  page.on('load', onLoad);
  const press = async (key: string, until: string) => {
    await page.keyboard.press(key);
    presses++;
    await page.waitForSelector(until);
  };
  await press('n', '#judgement');
  await page.waitForLoadState('networkidle');
  const pixels = await pixelsToScale(page);
  await press('6', 'input[value="2"]:checked');
  await press('8', 'input[value="alive"]:checked');
  await press('Enter', '#own-title:focus');
  for (let left = HITS[kind]; left > 0; left--) {
    await press('f', '[data-hit][data-current] select[name="reasonCode"]:focus');
    await press(
      '2',
      left > 1 ? `text=${left - 1 === 1 ? 'one is' : `${left - 1} are`} still open` : 'text=, resolved.',
    );
  }
  await press('a', '#decision select:focus');
  await press('1', '#decided-title:focus');
  page.off('load', onLoad);
  service.advance(11_000);
  await service.tick();
  const { status } = await db
    .selectFrom('cases')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (status !== 'approved') throw new Error(`The case of ${kind} is ${status}`);
  const lines = await db
    .selectFrom('audit_log')
    .select('id')
    .where('case_id', '=', id)
    .where('key_id', 'like', 'rev\\_%')
    .execute();
  return {
    keysPerCase: presses,
    pageLoads: loads,
    auditLinesPerCase: lines.length,
    pixelsFacesToScale: pixels,
  };
}

/** How far one scrolls until the whole scale is seen, from where the whole pair of faces is. */
const pixelsToScale = (page: Page) =>
  page.evaluate(() => {
    const bottomOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().bottom;
    return Math.ceil(Math.max(0, bottomOf('[data-pair]') - innerHeight, bottomOf('.scale') - innerHeight));
  });
