import { expect, test } from 'vitest';
import { Customers } from '../../demo/Customers.ts';
import { Limits } from '../../demo/Limits.ts';
import { originOf } from '../../demo/networkOf.ts';
import { createSite } from '../../demo/site.ts';
import { askSession, openBank, visitor } from './bank.ts';

const HOUR = 3_600_000;

const at = (address: string) => originOf(address);

test('limits the requests of an hour per address, per network and in total', () => {
  let now = 0;
  const limits = new Limits({ scale: 1 / 60, now: () => now });
  expect(limits.consume('cases', at('203.0.113.1'))).toBe(0);
  now += HOUR / 4;
  expect(limits.consume('cases', at('203.0.113.1'))).toBe(2700);
  // Five of a network, whatever the addresses.
  for (let host = 2; host <= 5; host++) expect(limits.consume('cases', at(`203.0.113.${host}`))).toBe(0);
  expect(limits.consume('cases', at('203.0.113.6'))).toBe(2700);
  for (let other = 0; other < 45; other++) expect(limits.consume('cases', at(`198.51.${other}.1`))).toBe(0);
  expect(limits.consume('cases', at('192.0.2.1'))).toBe(2700);
  now += HOUR;
  expect(limits.consume('cases', at('203.0.113.1'))).toBe(0);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['2001:0DB8:0000:0000:ffff::2', '2001:db8:0:0', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['unknown', 'unknown', 'unknown'],
])('%s counts as the address %s of the network %s', (address, expected, network) => {
  expect(originOf(address)).toEqual({ address: expected, network });
});

test('open streams count until they end, also into the next hour', () => {
  let now = 0;
  const limits = new Limits({ scale: 1 / 24, now: () => now });
  expect(limits.consume('streams', at('192.0.2.1'))).toBe(0);
  now += 2 * HOUR;
  expect(limits.consume('streams', at('192.0.2.1'))).toBe(30);
  limits.release('streams', at('192.0.2.1'));
  expect(limits.consume('streams', at('192.0.2.1'))).toBe(0);
});

/** Somebody at an address, behind a proxy. */
function stranger(siteUrl: string, address: string) {
  const visit = visitor(siteUrl);
  return (path: string, init: RequestInit = {}) =>
    visit(path, {
      ...init,
      headers: { ...(init.headers as object), 'x-forwarded-for': `spoofed, ${address}` },
    });
}

test('a visitor who creates too many cases gets Retry-After, and keeps the current case', async () => {
  const { siteUrl, cases } = await openBank({ limitScale: 1 / 60, isBehindProxy: true });
  const [visit, next] = [stranger(siteUrl, '203.0.113.9'), stranger(siteUrl, '203.0.113.9')];
  await visit('/open');
  expect((await visit('/idv/session', askSession)).status).toBe(200);
  await next('/open');
  const refused = await next('/idv/session', askSession);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await visit('/idv/session', askSession)).status).toBe(200);
  expect(cases.size).toBe(1);
});

test('pages that create nothing do not count', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 60, isBehindProxy: true });
  const open = async () => (await stranger(siteUrl, '203.0.113.9')('/open')).status;
  for (let time = 0; time < 10; time++) expect(await open()).toBe(200);
  const visit = stranger(siteUrl, '203.0.113.9');
  expect((await visit('/again')).status).toBe(303);
  expect((await visit('/idv/session', askSession)).status).toBe(200);
});

test('a case that could not be created is not counted', async () => {
  const { siteUrl, stopService } = await openBank({ limitScale: 1 / 60, isBehindProxy: true });
  const visit = stranger(siteUrl, '203.0.113.9');
  await visit('/open');
  await stopService();
  for (let time = 0; time < 3; time++) expect((await visit('/idv/session', askSession)).status).not.toBe(429);
});

test('who rehearses on the machine of the demo itself meets no limit', async () => {
  const { siteUrl, cases } = await openBank({ limitScale: 1 / 60 });
  for (let time = 0; time < 5; time++) {
    const visit = visitor(siteUrl);
    await visit('/open');
    expect((await visit('/idv/session', askSession)).status).toBe(200);
  }
  expect(cases.size).toBe(5);
});

test('a hostile network shuts out nobody else, also with an address for each request', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 60, isBehindProxy: true });
  const statuses: number[] = [];
  for (let host = 0; host < 20; host++) {
    const hostile = stranger(siteUrl, `2001:db8:0:1::${host}`);
    await hostile('/open');
    statuses.push((await hostile('/idv/session', askSession)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  for (const address of ['2001:db8:9::1', '203.0.113.1']) {
    const newcomer = stranger(siteUrl, address);
    expect((await newcomer('/open')).status).toBe(200);
    expect((await newcomer('/idv/session', askSession)).status).toBe(200);
  }
});

test('of too many visitors the largest network loses its oldest', () => {
  const customers = new Customers();
  const choice = customers.create().customer.choice;
  const honest = customers.create(choice, 'honest').session;
  const first = customers.create(choice, 'hostile').session;
  for (let count = 0; count < 1000; count++) customers.create(choice, 'hostile');
  expect(customers.find(first)).toBeNull();
  for (let network = 0; network < 10; network++)
    for (let count = 0; count < 990; count++) customers.create(choice, `of ${network}`);
  expect(customers.find(honest)).not.toBeNull();
});

test('calls of pages carry the address of their visitor, and reach the own case alone', async () => {
  const { siteUrl, calls } = await openBank({ isBehindProxy: true });
  const visit = stranger(siteUrl, '203.0.113.9');
  await visit('/open');
  const { sessionKey, caseId } = await (await visit('/idv/session', askSession)).json();
  const call = (path: string, method = 'GET') =>
    visit(`/service/v1${path}`, { method, headers: { authorization: `Bearer ${sessionKey}` } });
  await call(`/cases/${caseId}`);
  expect(calls.at(-1)).toEqual({ path: `/v1/cases/${caseId}`, address: '203.0.113.9' });
  const count = calls.length;
  for (const [path, method] of [
    ['/links/redeem', 'POST'],
    ['/handoffs/join', 'POST'],
    ['/cases/case_another'],
    [`/cases/${caseId}/../../links/redeem`, 'POST'],
    ['/keys'],
    ['/wallet/x'],
  ] as const)
    expect((await call(path, method)).status).toBe(404);
  expect(calls).toHaveLength(count);
});

test('with https, the cookie is one that no other host can set', async () => {
  const site = createSite({
    siteUrl: 'https://demo.example',
    apiUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'idv_test_x',
  });
  const [cookie] = (await site.fetch(new Request('https://demo.example/open'))).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-larkspur=[^;]+;.*Path=\/;.*Secure/);
});

test('a panel stream that ends frees its slot', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 24, isBehindProxy: true });
  const visit = stranger(siteUrl, '203.0.113.9');
  await visit('/open');
  const ended = new AbortController();
  expect((await visit('/panel', { signal: ended.signal })).status).toBe(200);
  expect((await visit('/panel')).status).toBe(429);
  ended.abort();
  await expect.poll(async () => (await visit('/panel')).status).toBe(200);
});
