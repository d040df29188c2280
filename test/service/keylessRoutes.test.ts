import { expect, test } from 'vitest';
import { bestLanguage } from '../../src/service/links/linkTexts.ts';
import { costOf, HOSTILE, isDear, mountedRoutes, pathOf, send } from '../prove/support/hostileRequests.ts';
import { startTestService } from '../support/service.ts';

/** Load balancers poll these; their responses are computed at intervals, whoever asks. */
const UNCOUNTED = /\/(healthz|readyz)$/;

test('every route refuses an address that asks too often without a key', async () => {
  // So small that every limit is one.
  const service = await startTestService({ config: { rateLimitScale: 1e-6, trustProxy: 1 } });
  const routes = mountedRoutes(service);
  expect(routes.length).toBeGreaterThan(100);
  const unlimited: string[] = [];
  for (const [index, route] of routes.entries()) {
    for (const name of ['none', 'one cookie', 'key'] as const) {
      const address = `10.${name.length}.${index >> 8}.${index & 255}`;
      const hostile = { ...route, url: service.url, name, address, path: pathOf(route) };
      await send(hostile);
      if ((await send(hostile)) !== 429 && !UNCOUNTED.test(route.path))
        unlimited.push(`${route.method} ${route.path} with ${name}`);
    }
  }
  expect(unlimited).toEqual([]);
});

test('an address that is refused uses up nothing of what all pages share', async () => {
  const service = await startTestService({ config: { rateLimitScale: 0.01, trustProxy: 1 } });
  const redeem = (address: string) =>
    fetch(`${service.url}/v1/links/redeem`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'X-Forwarded-For': address },
      body: 'x',
    }).then(({ status }) => status);
  // Of three calls of an address, and five of all pages.
  for (let count = 0; count < 20; count++) await redeem('203.0.113.1');
  expect(await redeem('198.51.100.1')).not.toBe(429);
});

test('a network with an address for each request has a share of what all pages share', async () => {
  const service = await startTestService({ config: { rateLimitScale: 0.1, trustProxy: 1 } });
  const redeem = (address: string) =>
    fetch(`${service.url}/v1/links/redeem`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ secret: 'x' }),
    }).then(({ status }) => status);
  const statuses: number[] = [];
  // Of ten calls of a network a second, and fifty of all pages.
  for (let host = 0; host < 60; host++) statuses.push(await redeem(`2001:db8:0:${host.toString(16)}::1`));
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  expect(await redeem('2001:db8:1::1')).not.toBe(429);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['en;q=0.5, fr', 'fr'],
  ['zh-TW', 'zh-Hant'],
  ['es-MX', 'es-419'],
  ['DE', 'de'],
  ['x-,x-,x-,x-,x-,x-,x-,x-,x-,x-,de', 'en'],
  [`${'a'.repeat(200)},de`, 'en'],
  ['', 'en'],
])('of %s, the page speaks %s', (accepted, language) => {
  expect(bestLanguage(accepted)).toBe(language);
});

test('a hostile request to a page without a key costs less than 5 ms of the event loop, or hardly more than another', async () => {
  const service = await startTestService({ config: { rateLimitScale: 0 } });
  const routes = mountedRoutes(service).filter(({ path }) => /^\/(verify|desk\/sign-in)/.test(path));
  const dear: string[] = [];
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const name of Object.keys(HOSTILE)) {
      const hostile = { ...route, url: service.url, name, path: pathOf(route) };
      const cost = await costOf(hostile);
      if (await isDear(hostile, cost))
        dear.push(`${route.method} ${route.path} with ${name}: ${cost.toFixed(1)} ms`);
    }
  expect(dear).toEqual([]);
});
