import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { cameraArgs, launchChromium } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { type SmallApi, smallApi } from '../widget/support/smallApi.ts';
import { type CaptureNotes, captureProbe } from './support/captureProbe.ts';
import { quantiles } from './support/quantiles.ts';
import { type ServedFolder, serveFolder } from './support/serveFolder.ts';
import { agree } from './support/widgetPage.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
/** So many frames are enough for a 95th percentile that holds still. */
const FRAMES = 120;
/** So many takes are tried until one has its trail. */
const RECORDINGS = 5;

/**
 * The capture as a page has it: built files, strict policy, a camera that shows a face at rest, so that the guidance goes
 * on asking. Bytes are brotli and beyond the first screen; a frame's time runs from its grab to the answer of the eye,
 * `detectMs` without the landmarks, `trackMs` with them. `trailBytes` is what the way between the pictures adds to an
 * upload, of a drawn face that follows a challenge; `saving` where the browser saves data. A busy machine may leave a gap in
 * a take, which then has no trail: another one is taken.
 * @throws Error if no take was without a gap: then the machine is too busy for any figure.
 */
export default async function capture(): Promise<Record<string, unknown>> {
  const browser = await launch(await fakeCamera({ still: {} }));
  const api = await smallApi();
  const site = await serveFolder(CDN, {
    html: '<!doctype html><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>',
    policy: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${new URL(api.baseUrl).origin}; worker-src 'self'`,
  });
  site.prepare(/^\/eye-|^\/pictureSteps/);
  try {
    const start = await firstHint(browser, api, site);
    const detected = await watch(browser, api, site, { landmarks: false, slowdown: 1 });
    const tracked = await watch(browser, api, site, { landmarks: true, slowdown: 1 });
    const slow = await watch(browser, api, site, { landmarks: true, slowdown: 4 });
    const trailSizes = await measureTrails(api, site);
    return {
      ...start,
      ...trailSizes,
      detectMs: detected.ms,
      trackMs: tracked.ms,
      fps: tracked.fps,
      throttled4x: { trackMs: slow.ms, fps: slow.fps },
    };
  } finally {
    await browser.close();
    await site.close();
    await api.close();
  }
}

async function launch(camera: string): Promise<Browser> {
  return launchChromium(cameraArgs({ film: camera }));
}

/** A browser plays one film: this one does every step in turn. */
async function measureTrails(api: SmallApi, site: ServedFolder) {
  const browser = await launch(await fakeCamera());
  try {
    const bytes = async (isSaving: boolean) => {
      for (let attempt = 0; attempt < RECORDINGS; attempt++) {
        const found = await trailBytes(browser, api, site, { isSaving });
        if (found > 0) return found;
      }
      throw new Error(`No take of ${RECORDINGS} had a trail without a gap: the machine is too busy.`);
    };
    return { trailBytes: await bytes(false), saving: { trailBytes: await bytes(true) } };
  } finally {
    await browser.close();
  }
}

/** @returns 0 if the take has no trail. */
async function trailBytes(
  browser: Browser,
  api: SmallApi,
  site: ServedFolder,
  { isSaving }: { isSaving: boolean },
): Promise<number> {
  const { page, session } = await openSelfie(browser, api, site);
  await page.evaluate((saveData) => {
    Object.defineProperty(navigator, 'connection', { value: { saveData } });
  }, isSaving);
  await agree(page);
  await page.locator('h2', { hasText: 'A quick selfie' }).waitFor();
  await page.locator('[part=primary]').click();
  await page.locator('h2', { hasText: 'Are these photos' }).waitFor({ timeout: 120_000 });
  await page.locator('[part=primary]').click();
  await page.locator('h2', { hasText: 'All done' }).waitFor();
  const log = (await (await fetch(`${api.baseUrl}/cases/${session.caseId}/log`)).json()) as string[];
  await page.context().close();
  const found = log.map((line) => /^trail of (\d+) frames, (\d+) bytes/.exec(line)).find(Boolean);
  if (!found) throw new Error('No capture arrived.');
  return Number(found[2]);
}

/** The bytes loaded until the first hint, and the time from the press of the button. */
async function firstHint(browser: Browser, api: SmallApi, site: ServedFolder) {
  const { page } = await openSelfie(browser, api, site);
  const sizes: { url: string; size: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    sizes.push({
      url: request.url(),
      size: request.sizes().then(({ responseBodySize }) => responseBodySize),
    });
  });
  await agree(page);
  await page.locator('h2', { hasText: 'A quick selfie' }).waitFor();
  await page.locator('[part=primary]').click();
  const notes = await notesWith(
    page,
    (current) => current.hintedAt > 0 && current.frames.some(({ tracked }) => tracked),
  );
  await page.waitForLoadState('networkidle');
  const known = await Promise.all(sizes.map(async ({ url, size }) => ({ url, size: await size })));
  await page.context().close();
  const sum = (part: typeof known) => part.reduce((total, { size }) => total + size, 0);
  return {
    detectorBrotli: sum(known.filter(({ url }) => !url.includes('eye-landmarks'))),
    landmarksBrotli: sum(known),
    startToFirstHintMs: Math.round(notes.hintedAt - notes.pressedAt),
  };
}

/** The times of many frames, and how many there were in a second. */
async function watch(
  browser: Browser,
  api: SmallApi,
  site: ServedFolder,
  { landmarks, slowdown }: { landmarks: boolean; slowdown: number },
) {
  const { page } = await openSelfie(browser, api, site);
  // Never answered: then every frame is the detector's.
  if (!landmarks) await page.route('**/eye-landmarks-*', () => undefined);
  await agree(page);
  await page.locator('h2', { hasText: 'A quick selfie' }).waitFor();
  if (slowdown > 1) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await page.locator('[part=primary]').click();
  const ofKind = ({ frames }: CaptureNotes) => frames.filter(({ tracked }) => tracked === landmarks);
  const notes = await notesWith(page, (current) => ofKind(current).length >= FRAMES);
  await page.context().close();
  // The first frames wait for code to be compiled.
  const frames = ofKind(notes).slice(FRAMES / 4);
  const seconds = (frames.at(-1)!.to - frames[0]!.to) / 1000;
  return {
    ms: quantiles(frames.map(({ from, to }) => to - from)),
    fps: Math.round((10 * (frames.length - 1)) / seconds) / 10,
  };
}

/** A page of its own, at the consent of a case that then asks for a selfie. */
async function openSelfie(browser: Browser, api: SmallApi, site: ServedFolder) {
  const due = { due: ['consent', 'selfie'] };
  const session = await (
    await fetch(`${api.baseUrl}/cases`, { method: 'POST', body: JSON.stringify(due) })
  ).json();
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(captureProbe);
  await page.goto(site.url);
  await page
    .locator('idv-verify')
    .evaluate((element, value) => Object.assign(element, { session: value }), session);
  await page.locator('h2', { hasText: 'Let’s confirm' }).waitFor();
  await page.waitForLoadState('networkidle');
  return { page, session: session as { caseId: string } };
}

/** Waits until the notes of a page are as wanted. */
async function notesWith(page: Page, isEnough: (notes: CaptureNotes) => boolean): Promise<CaptureNotes> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const notes = await page.evaluate(
      () => (globalThis as unknown as { captureNotes: CaptureNotes }).captureNotes,
    );
    if (isEnough(notes)) return notes;
    if (Date.now() > deadline) throw new Error('The capture did not get going within a minute');
    await page.waitForTimeout(200);
  }
}
