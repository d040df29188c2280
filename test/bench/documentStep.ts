import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { createLog } from '../../src/service/log.ts';
import { readFaceEngineFiles } from '../../src/service/selfies/examine/readFaceEngineFiles.ts';
import { startExaminer } from '../../src/service/selfies/examine/startExaminer.ts';
import type { DocumentFiles, Examiner } from '../../src/service/selfies/examiner.ts';
import { cameraArgs, launchChromium } from '../support/chromium.ts';
import { filmedStill } from '../support/filmedStill.ts';
import { type SmallApi, smallApi } from '../widget/support/smallApi.ts';
import { documentFilm } from './support/documentFilm.ts';
import { type DocumentNotes, documentProbe } from './support/documentProbe.ts';
import { drawnDocumentCamera } from './support/drawnDocumentCamera.ts';
import { quantiles } from './support/quantiles.ts';
import type { ServedFolder } from './support/serveFolder.ts';
import { agree, serveWidget } from './support/widgetPage.ts';

const CDN = join(import.meta.dirname, '../../dist/cdn');
const VISITS = 5;
/** How long the reading is watched, and not before. */
const WATCHED_MS = 10_000;
const WARM_UP_MS = 2000;
const SLOWDOWN = 4;
const TRAIL = 14;

/**
 * The step of the document in a browser: built files, strict policy, a drawn passport before a camera of 1280 x 720 with 30
 * frames a second. `stepBrotli`: its script and the largest of its files of texts, beside the reader and its kernels.
 * `firstHintMs`: from the press on a kind of document to the first hint, everything loaded anew. `takenMs`: from the first
 * picture in which a page is held still, before a camera that saw an empty table, until it was taken. `readsPerSecond`: frames
 * that were read while the page stays in view, `readMs` for each; slowed with page and worker four times as slow. `serviceMs`: both sides of a
 * card as the page sends them, with its portrait and the small pictures, in one process of the service, from decoding on.
 */
export default async function documentStep(): Promise<object> {
  const browser = await launchChromium(cameraArgs({ film: await documentFilm() }));
  const api = await smallApi();
  const site = await serveWidget(api);
  site.prepare(/^\/(document|kernels|DocumentChoice|eye-kernels)/);
  try {
    const visit = { browser, api, site };
    const hints: number[] = [];
    const taken: number[] = [];
    for (let i = 0; i < VISITS; i++) {
      hints.push(await firstHint(visit));
      taken.push(await timeToTaken(visit));
    }
    const plain = await readWithoutEnd(visit, 1);
    const slowed = await readWithoutEnd(visit, SLOWDOWN);
    return {
      stepBrotli: stepBrotli(),
      firstHintMs: median(hints),
      takenMs: median(taken),
      readMs: plain.ms,
      readsPerSecond: plain.perSecond,
      readsPerSecondSlowed: slowed.perSecond,
      serviceMs: await serviceMs(),
    };
  } finally {
    await browser.close();
    await site.close();
    await api.close();
  }
}

const median = (values: number[]) => Math.round(quantiles(values).p50);

function stepBrotli(): number {
  const weigh = (pattern: RegExp) =>
    readdirSync(CDN)
      .filter((name) => pattern.test(name))
      .map((name) => brotliCompressSync(readFileSync(join(CDN, name))).length);
  const [script] = weigh(/^DocumentChoice-[\w-]{8}\.js$/);
  return script! + Math.max(...weigh(/^document-texts-\w-[\w-]{8}\.js$/));
}

interface Visit {
  browser: Browser;
  api: SmallApi;
  site: ServedFolder;
}

async function firstHint(visit: Visit): Promise<number> {
  const page = await openQuestion(visit);
  await page.locator('#document-passport').click();
  const notes = await notesWith(page, ({ hintedAt }) => hintedAt > 0);
  await page.context().close();
  return notes.hintedAt - notes.pressedAt;
}

async function timeToTaken(visit: Visit): Promise<number> {
  const page = await openQuestion(visit);
  const show = await drawnDocumentCamera(page);
  await page.locator('#document-passport').click();
  // The reader is at work, and finds nothing.
  await notesWith(page, ({ reads }) => reads.length > 3);
  const shownAt = await show();
  const { takenAt } = await notesWith(page, (notes) => notes.takenAt > 0);
  await page.context().close();
  return takenAt - shownAt;
}

/** What is read is withheld from the page, so that it goes on. */
async function readWithoutEnd(visit: Visit, slowdown: number): Promise<{ perSecond: number; ms: number }> {
  const page = await openQuestion(visit, { slowdown, isEndless: true });
  if (slowdown > 1) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await page.locator('#document-passport').click();
  const started = await notesWith(page, ({ reads }) => reads.length > 0);
  // The first ones wait for code to be compiled.
  const from = started.reads[0]!.at + WARM_UP_MS;
  const { reads } = await notesWith(page, ({ now }) => now > from + WATCHED_MS);
  await page.context().close();
  const counted = reads.filter(({ at }) => at > from && at <= from + WATCHED_MS);
  return {
    perSecond: Math.round((10_000 * counted.length) / WATCHED_MS) / 10,
    ms: median(counted.map(({ ms }) => ms)),
  };
}

/** A page of its own, at the question which document there is. */
async function openQuestion(
  { browser, api, site }: Visit,
  { slowdown = 1, isEndless = false } = {},
): Promise<Page> {
  const wanted = {
    due: ['consent', 'document', 'personal_details'],
    document: { mode: 'require', isOpen: true },
  };
  const body = JSON.stringify(wanted);
  const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).json();
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(documentProbe, { slowdown, isEndless });
  await page.goto(site.url);
  await page
    .locator('idv-verify')
    .evaluate((element, value) => Object.assign(element, { session: value }), session);
  await page.locator('h2', { hasText: 'Let’s confirm' }).waitFor();
  await agree(page);
  await page.locator('#document-passport').waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** The notes, and the time in the page. */
type Seen = DocumentNotes & { now: number };

/** Waits until the notes of a page are as wanted. */
async function notesWith(page: Page, isEnough: (notes: Seen) => boolean): Promise<Seen> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const notes = await page.evaluate(() => ({
      ...(globalThis as unknown as { documentNotes: DocumentNotes }).documentNotes,
      now: performance.now(),
    }));
    if (isEnough(notes)) return notes;
    if (Date.now() > deadline) throw new Error('The capture did not get on within two minutes.');
    await page.waitForTimeout(200);
  }
}

/** Both sides of a card, two stills and a trail of each, in one process of the service. */
async function serviceMs(): Promise<number> {
  const engineFiles = await readFaceEngineFiles(createLog('silent', () => {}));
  if (!engineFiles) throw new Error('The files of the face engine are missing. Run "npm run build" first.');
  const examiner = startExaminer(engineFiles, { size: 1 });
  try {
    const sides = await Promise.all((['front', 'back'] as const).map(sideOf));
    const times: number[] = [];
    for (let i = 0; i < 25; i++) times.push(await timeOfReading(examiner, sides, `check ${i}`));
    return median(times.slice(5));
  } finally {
    await examiner.close();
  }
}

async function sideOf(side: 'front' | 'back'): Promise<DocumentFiles> {
  const stills = [await filmedStill({ type: 'id_card', side }), await filmedStill({ type: 'id_card', side })];
  const small = () => sharp(stills[0]).resize(960).jpeg({ quality: 60 }).toBuffer();
  return { side, stills, trail: await Promise.all(Array.from({ length: TRAIL }, small)) };
}

async function timeOfReading(examiner: Examiner, sides: DocumentFiles[], capture: string): Promise<number> {
  const owner = { caseId: 'bench', capture };
  const start = performance.now();
  for (const { stills, trail } of sides) {
    for (const still of stills) await examiner.inspect(still, 'document', owner);
    await examiner.inspectTrail(trail, owner);
  }
  const found = await examiner.readDocument(sides, '2026-11-23', owner);
  const ms = performance.now() - start;
  if (!found?.sides[1]?.zone || found.portrait.use !== 'usable')
    throw new Error('The card was not read: the figures would mean nothing.');
  return ms;
}
