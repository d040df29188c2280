import { expect, test } from 'vitest';
import { Limits } from '../../demo/Limits.ts';
import { askSession, openBank, visitor } from './bank.ts';

const HOUR = 3_600_000;

test('limits the requests of an hour per address and in total', () => {
  let now = 0;
  const limits = new Limits({ scale: 1 / 60, now: () => now });
  expect(limits.consume('cases', 'a')).toBe(0);
  now += HOUR / 4;
  expect(limits.consume('cases', 'a')).toBe(2700);
  for (let other = 1; other < 50; other++) expect(limits.consume('cases', `b${other}`)).toBe(0);
  expect(limits.consume('cases', 'c')).toBe(2700);
  now += HOUR;
  expect(limits.consume('cases', 'a')).toBe(0);
});

test('open streams count until they end, also into the next hour', () => {
  let now = 0;
  const limits = new Limits({ scale: 1 / 24, now: () => now });
  expect(limits.consume('streams', 'a')).toBe(0);
  now += 2 * HOUR;
  expect(limits.consume('streams', 'a')).toBe(30);
  limits.release('streams', 'a');
  expect(limits.consume('streams', 'a')).toBe(0);
});

test('a visitor with too many cases gets Retry-After, and keeps the current case', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 30 });
  const visit = visitor(siteUrl);
  for (const query of ['age=21', 'age=25']) expect((await visit(`/open?${query}`)).status).toBe(200);
  const refused = await visit('/open?age=16');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.text()).toMatch(/Try again in \d+ minutes/);
  expect((await visit('/open')).status).toBe(200);
  expect((await visit('/idv/session', askSession)).status).toBe(200);
});

test('behind a proxy, counts the last address that the proxy forwards', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 60, isBehindProxy: true });
  const from = (address: string) =>
    fetch(`${siteUrl}/again`, { redirect: 'manual', headers: { 'x-forwarded-for': `spoofed, ${address}` } });
  expect([(await from('203.0.113.1')).status, (await from('203.0.113.1')).status]).toEqual([303, 429]);
  expect((await from('203.0.113.2')).status).toBe(303);
});

test('a panel stream that ends frees its slot', async () => {
  const { siteUrl } = await openBank({ limitScale: 1 / 24 });
  const visit = visitor(siteUrl);
  await visit('/open');
  const ended = new AbortController();
  expect((await visit('/panel', { signal: ended.signal })).status).toBe(200);
  expect((await visit('/panel')).status).toBe(429);
  ended.abort();
  await expect.poll(async () => (await visit('/panel')).status).toBe(200);
});
