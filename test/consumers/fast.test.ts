import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { packedPackage } from '../support/packedPackage.ts';
import { consume } from './consume.ts';
import { consumers } from './consumers.ts';
import { startApi } from './support/startApi.ts';

/** Two of all that `npm run consumers` runs: by script tag, and by a bundler. Installed apps are kept in `.cache`. */
const FAST = ['html', 'vite-react'];

const CACHE = join(import.meta.dirname, '../../.cache/consumers-fast');
const stops: (() => unknown)[] = [];
let around: Parameters<typeof consume>[1];

beforeAll(async () => {
  const { tarball } = await packedPackage();
  const api = await startApi({}, inject('embeddedTemplate'));
  stops.push(api.stop);
  const browser = await launchChromium();
  stops.push(() => browser.close());
  around = { tarball, cache: CACHE, api, browser };
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const ledger = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');

/** The requests to the service, named as in the ledger, and every other foreign origin. */
function otherCallsIn(requests: { method: string; url: string }[], baseUrl: string): string[] {
  const site = new URL(requests[0]!.url).origin;
  const called = requests
    .filter(({ method, url }) => method !== 'OPTIONS' && !url.startsWith(site) && /^https?:/.test(url))
    .map(({ method, url }) =>
      url.startsWith(baseUrl)
        ? `${method} /v1${url.slice(baseUrl.length).replace(/(case|bio)_\w{26}/, ':id')}`
        : new URL(url).origin,
    );
  expect(called).toContain('GET /v1/cases/:id');
  return [...new Set(called)].filter((call) => !ledger.includes(`\`${call}\``));
}

test.each(FAST)(
  '%s: the packed package completes the guided flow and calls only the hosts in the ledger',
  async (app) => {
    const consumer = consumers.find((one) => one.app === app)!;
    const { events, notices, faults, requests } = await consume(consumer, around);
    expect(events).toContain('idv-submitted');
    expect(notices).toEqual([]);
    expect(faults).toEqual([]);
    expect(otherCallsIn(requests, around.api.baseUrl)).toEqual([]);
  },
);
