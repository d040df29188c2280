import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright';
import { engine } from '../support/engine.ts';
import { openService, type TestService } from '../support/openService.ts';
import { newCase, person } from '../support/verification.ts';

const RUNS = 9;
/** How often a computer asks that gets no events. */
const POLL_MS = 3000;

/**
 * The hosted page: bytes of its first screen as they come over the wire and milliseconds until it stands; and the hand-off in the
 * API: milliseconds to join a phone, and from its end on one side until the computer hears of it by events, and by asking.
 * Medians. The widget does not offer the hand-off yet: the computer here is a program.
 */
export default async function handoff(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-handoff-'));
  const service = await openService({
    databaseUrl: null,
    template: join(folder, 'template'),
    config: { logLevel: 'silent' },
  });
  try {
    const page = await firstScreen(service);
    const runs: Awaited<ReturnType<typeof handedOff>>[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await handedOff(service));
    const median = (pick: (run: Awaited<ReturnType<typeof handedOff>>) => number) =>
      Math.round(runs.map(pick).sort((one, other) => one - other)[Math.floor(RUNS / 2)]!);
    return {
      ...page,
      joinMs: median(({ joinMs }) => joinMs),
      desktopContinuesMs: median(({ byEvents }) => byEvents),
      pollMs: median(({ byAsking }) => byAsking),
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstScreen({ call }: TestService) {
  const { launchOptions } = await engine();
  const browser = await chromium.launch(launchOptions);
  try {
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
    const middle = (numbers: number[]) => Math.round(numbers.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!);
    return {
      pageFirstScreenBrotli: middle(runs.map(({ bytes }) => bytes)),
      pageFirstScreenMs: middle(runs.map(({ ms }) => ms)),
    };
  } finally {
    await browser.close();
  }
}

async function handedOff({ call, url, keys }: TestService) {
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  await call('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  const started = (await call('POST', `/cases/${id}/handoff`)).body;
  const beganJoin = performance.now();
  const joined = await call('POST', '/handoffs/join', {
    key: null,
    json: { secret: new URL(started.url).hash.slice(1) },
  });
  const joinMs = performance.now() - beganJoin;
  const events = await fetch(`${url}/v1/cases/${id}/handoff`, {
    headers: { Authorization: `Bearer ${keys.test}`, Accept: 'text/event-stream' },
  });
  const heard = events.text().then(() => performance.now());
  const asked = asking(async () => (await call('GET', `/cases/${id}/handoff`)).body.status === 'ended');
  await delay(Math.random() * POLL_MS);
  await call('DELETE', `/cases/${id}/handoff`, { key: joined.body.session.sessionKey });
  const ended = performance.now();
  return { joinMs, byEvents: (await heard) - ended, byAsking: (await asked) - ended };
}

async function asking(isOver: () => Promise<boolean>): Promise<number> {
  while (!(await isOver())) await delay(POLL_MS);
  return performance.now();
}
