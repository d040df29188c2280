import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, devices, type Page, type Response, type Route } from 'playwright';
import { engine } from '../support/engine.ts';
import { openService, type TestService } from '../support/openService.ts';
import { captureOf, newCase, person } from '../support/verification.ts';

const RUNS = 9;
/** How often the computer asks where it gets no events. */
const POLL_MS = 3000;

/**
 * The hosted page: bytes of its first screen as they come over the wire and milliseconds until it stands; and the
 * hand-off between two browsers: milliseconds from the phone's opening of the link until the computer asks for the
 * digits, and from the end of the selfie until the computer has gone on, by events and by asking. Medians.
 */
export default async function handoff(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-handoff-'));
  const service = await openService({
    databaseUrl: null,
    template: join(folder, 'template'),
    config: { logLevel: 'silent' },
  });
  let browser: Browser | undefined;
  try {
    const { launchOptions } = await engine();
    browser = await chromium.launch(launchOptions);
    const page = await firstScreen(browser, service);
    const byEvents: HandedOff[] = [];
    const byAsking: HandedOff[] = [];
    for (let run = 0; run < RUNS; run++) {
      byEvents.push(await handedOff(browser, service, true));
      byAsking.push(await handedOff(browser, service, false));
    }
    return {
      ...page,
      joinMs: middle(byEvents.map(({ joinMs }) => joinMs)),
      desktopContinuesMs: middle(byEvents.map(({ continuesMs }) => continuesMs)),
      pollMs: middle(byAsking.map(({ continuesMs }) => continuesMs)),
    };
  } finally {
    await browser?.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstScreen(browser: Browser, { call }: TestService) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const { body } = await call('POST', '/cases', { json: { ...newCase, link: true } });
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const began = performance.now();
    await page.goto(body.link.url);
    await page.locator('idv-verify h2').first().waitFor();
    runs.push({ bytes, ms: performance.now() - began });
    await page.close();
  }
  return {
    pageFirstScreenBrotli: middle(runs.map(({ bytes }) => bytes)),
    pageFirstScreenMs: middle(runs.map(({ ms }) => ms)),
  };
}

function middle(numbers: number[]): number {
  return Math.round(numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!);
}

type HandedOff = Awaited<ReturnType<typeof handedOff>>;

/**
 * Hands a selfie over between two browsers: the widget on a computer, the hosted page on a phone. A program sends the
 * pictures by the key of the phone. @param hasEvents whether server-sent events get through to the computer.
 */
async function handedOff(browser: Browser, service: TestService, hasEvents: boolean) {
  const computer = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const hand = await browser.newContext(devices['Pixel 7']);
  try {
    const page = await computer.newPage();
    if (!hasEvents) await page.route('**/handoff', withoutEvents);
    const id = await atSelfie(page, service);
    const offer = page.getByRole('button', { name: 'Use your phone instead' });
    await offer.waitFor();
    const [begun] = await Promise.all([page.waitForResponse(isBeginning), offer.click()]);
    const { url } = await begun.json();
    const phone = await hand.newPage();
    const beganJoin = performance.now();
    const [joined] = await Promise.all([
      phone.waitForResponse((response) => response.url().endsWith('/handoffs/join')),
      phone.goto(url),
    ]);
    const { session, digits } = await joined.json();
    await page.locator('#digits').waitFor();
    const joinMs = performance.now() - beganJoin;
    await page.locator('#digits').fill(digits);
    await page.locator('[part=primary]').click();
    await page.getByRole('heading', { name: 'Continue on your phone' }).waitFor();
    // The moment within the pause between two questions is chance.
    if (!hasEvents) await delay(Math.random() * POLL_MS);
    const over = page.getByRole('heading', { name: 'All done, thank you' }).waitFor();
    const continued = over.then(() => performance.now());
    const done = await takeSelfie(service, id, session.sessionKey);
    return { joinMs, continuesMs: (await continued) - done };
  } finally {
    await hand.close();
    await computer.close();
  }
}

const withoutEvents = (route: Route) =>
  route.request().headers()['accept'] === 'text/event-stream' ? route.abort() : route.continue();

const isBeginning = (response: Response) =>
  response.request().method() === 'POST' && response.url().endsWith('/handoff');

/** Opens the hosted page at the selfie of a new case. @returns its id. */
async function atSelfie(page: Page, { call }: TestService): Promise<string> {
  const { id, link } = (await call('POST', '/cases', { json: { ...newCase, link: true } })).body;
  await page.goto(link.url);
  await page.locator('idv-verify h2').first().waitFor();
  await call('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  await page.reload();
  return id;
}

/** @returns the time when the service first reported the hand-off as done. */
async function takeSelfie({ call, tick }: TestService, id: string, key: string): Promise<number> {
  const check = (await call('POST', '/biometrics/selfie-check', { key, json: { caseId: id } })).body;
  await call('POST', `/biometrics/selfie-check/${check.id}/capture`, {
    key,
    body: captureOf(check.challenge),
  });
  const judged = tick();
  while ((await call('GET', `/cases/${id}/handoff`)).body.status !== 'done') await delay(5);
  const done = performance.now();
  await judged;
  return done;
}
