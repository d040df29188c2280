import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { apiKeys } from '../../src/service/db/store/apiKeys.ts';
import { rateLimitBuckets } from '../../src/service/db/store/rateLimitBuckets.ts';
import { sessionKeys } from '../../src/service/db/store/sessionKeys.ts';
import { networkAround, rateLimitAddress, statedAddress } from '../../src/service/http/rateLimit.ts';
import { databases, type Reply, startTestService, type TestService } from '../support/service.ts';
import { setContact } from '../support/verification.ts';

const database = databases.at(-1)!;
const start = (config = {}) => startTestService({ database, config: { rateLimitScale: 1, ...config } });
const input = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };

describe('calls', () => {
  test('beyond the limit are refused until the bucket fills again', async () => {
    const service = await start();
    const { call, keys } = service;
    const first = await call('POST', '/cases', { json: input });
    expect(limitsOf(first)).toEqual(['"write";q=25;w=1', '"write";r=24;t=1', null]);
    await repeat(24, () => call('POST', '/cases', { json: input }), 201);
    const refused = await call('POST', '/cases', { json: input });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
    expect(limitsOf(refused)).toEqual(['"write";q=25;w=1', '"write";r=0;t=1', '1']);

    expect((await call('GET', '/cases')).status).toBe(200);
    await setContact(service);
    expect((await call('POST', '/cases', { json: input, key: keys.live })).status).toBe(201);
    service.advance(1000);
    await repeat(25, () => call('POST', '/cases', { json: input }), 201);
    expect((await call('POST', '/cases', { json: input })).status).toBe(429);
  });

  test('refused for any other reason count as well, and report the limit', async () => {
    const { call } = await start();
    const refused = await call('POST', '/cases', { json: {} });
    expect(refused.status).toBe(422);
    expect(limitsOf(refused)).toEqual(['"write";q=25;w=1', '"write";r=24;t=1', null]);
  });

  test('have scalable limits, or none', async () => {
    const twice = await start({ rateLimitScale: 2 });
    expect(limitsOf(await twice.call('GET', '/cases'))[0]).toBe('"read";q=200;w=1');
    const off = await start({ rateLimitScale: 0 });
    const replies = await repeat(110, () => off.call('GET', '/cases'), 200);
    expect(limitsOf(replies.at(-1)!)).toEqual([null, null, null]);
  });

  test('of a page are limited for its session key, 60 a minute', async () => {
    const service = await start();
    const { caseId, key } = await openPage(service);
    const read = () => service.call('GET', `/cases/${caseId}`, { key });
    const [first] = await repeat(60, read, 200);
    expect(limitsOf(first!).slice(0, 2)).toEqual([
      // The usage of other callers, from the same address or elsewhere, is not revealed.
      '"session";q=60;w=60, "case";q=60;w=60',
      '"session";r=59;t=1, "case";r=59;t=1',
    ]);
    const find = vi.spyOn(sessionKeys, 'find');
    onTestFinished(() => find.mockRestore());
    expect(limitsOf(await read())).toEqual(['"case";q=60;w=60', '"case";r=0;t=60', '1']);
    expect(find).not.toHaveBeenCalled();
    const other = await openPage(service);
    expect((await service.call('GET', `/cases/${other.caseId}`, { key: other.key })).status).toBe(200);
    service.advance(1000);
    expect((await read()).status).toBe(200);
  });
});

describe('calls of pages', () => {
  test('use no quota of a back end or of other pages', async () => {
    const service = await start();
    const { caseId, key } = await openPage(service);
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    const write = () => service.call('POST', `/cases/${caseId}/consent`, { key, json: consent });
    await repeat(60, write, 200);
    expect((await write()).status).toBe(429);
    await repeat(24, () => service.call('POST', '/cases', { json: input }), 201);
    service.advance(1000);
    const other = await openPage(service);
    expect((await service.call('GET', `/cases/${other.caseId}`, { key: other.key })).status).toBe(200);
  });

  test('from an origin that the key was not made for are limited too', async () => {
    const service = await start();
    const { caseId, key } = await openPage(service);
    const headers = { Origin: 'https://other.example' };
    const read = () => service.call('GET', `/cases/${caseId}`, { key, headers });
    await repeat(60, read, 403);
    expect((await read()).status).toBe(429);
  });

  test('are limited for their case whatever its keys, and for their address whatever their cases', async () => {
    const service = await start({ trustProxy: 1 });
    const { caseId, key } = await openPage(service);
    const json = { allowedOrigins: ['https://shop.example'] };
    const { body: second } = await service.call('POST', `/cases/${caseId}/session-keys`, { json });
    const read = (of: string, as: string, address: string) => () =>
      service.call('GET', `/cases/${of}`, { key: as, headers: { 'X-Forwarded-For': address } });
    await repeat(60, read(caseId, key, '192.0.2.1'), 200);
    expect((await read(caseId, second.sessionKey, '192.0.2.2')()).status).toBe(429);
    for (let page = 0; page < 4; page++) {
      service.advance(1000);
      const one = await openPage(service);
      await repeat(59, read(one.caseId, one.key, '192.0.2.1'), 200);
    }
    service.advance(1000);
    const last = await openPage(service);
    const replies = [];
    for (let call = 0; call < 20; call++) replies.push(await read(last.caseId, last.key, '192.0.2.1')());
    expect(replies.at(-1)!.status).toBe(200);
    const more = await openPage(service);
    for (let call = 0; call < 30; call++) replies.push(await read(more.caseId, more.key, '192.0.2.1')());
    expect(limitsOf(replies.at(-1)!)[0]).toContain('"address"');
    expect(replies.at(-1)!.status).toBe(429);
    expect((await read(more.caseId, more.key, '192.0.2.9')()).status).toBe(200);
  });
});

describe('unknown keys', () => {
  test('cause no look-up after too many refusals', async () => {
    const service = await start();
    const guess = () => service.call('GET', '/cases', { key: generateKey('secret', 'test') });
    await repeat(20, guess, 401);
    const findByHash = vi.spyOn(apiKeys, 'findByHash');
    onTestFinished(() => findByHash.mockRestore());
    await repeat(5, guess, 429);
    expect(findByHash).not.toHaveBeenCalled();
    expect((await service.call('GET', '/cases')).status).toBe(200);
    expect(findByHash).toHaveBeenCalledTimes(1);
  });

  test('do not affect the API description, which is limited per address', async () => {
    const { call } = await start({ trustProxy: 1, rateLimitScale: 0.05 });
    const from = (address: string) => () =>
      call('GET', '/openapi.json', { key: null, headers: { 'X-Forwarded-For': address } });
    await repeat(30, from('192.0.2.1'), 200);
    expect((await from('192.0.2.1')()).status).toBe(429);
    expect((await from('192.0.2.2')()).status).toBe(200);
  });

  test('are refused 20 times a minute; known keys still pass', async () => {
    const service = await start();
    const guess = () => service.call('GET', '/cases', { key: generateKey('secret', 'test') });
    await repeat(10, guess, 401);
    await repeat(10, () => service.call('GET', '/cases', { key: null }), 401);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(limitsOf(refused)).toEqual(['"auth";q=20;w=60', '"auth";r=0;t=60', '3']);
    expect((await service.call('GET', '/cases')).status).toBe(200);
    service.advance(3000);
    expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });

  test('count for the address that a trusted proxy names', async () => {
    const { call } = await start({ trustProxy: 1 });
    const from = (address: string) => () =>
      call('GET', '/cases', { key: null, headers: { 'X-Forwarded-For': `6.6.6.6, ${address}` } });
    await repeat(20, from('192.0.2.1'), 401);
    expect((await from('192.0.2.1')()).status).toBe(429);
    expect((await from('192.0.2.2')()).status).toBe(401);
  });
});

describe.runIf(database === 'postgres')('nodes of one database', () => {
  const startThree = async () => {
    const now = new Date();
    const one = await startTestService({ database, now, config: { rateLimitScale: 1 } });
    const more = () => startTestService({ now, config: one.deps.config });
    return { nodes: [one, await more(), await more()], key: one.keys.test };
  };

  test('allow together as many requests as one node, and report the rest', async () => {
    const { nodes, key } = await startThree();
    const burst = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        nodes[index % 3]!.call('POST', '/cases', { json: input, key }),
      ),
    );
    expect(burst.filter(({ status }) => status === 201)).toHaveLength(25);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(65);
    const [first] = burst.filter(({ status }) => status === 429);
    expect(limitsOf(first!)[0]).toBe('"write";q=25;w=1');
  });

  test('refuse guesses together, without a look-up for those that are refused', async () => {
    const { nodes } = await startThree();
    const guess = (node: TestService) => node.call('GET', '/cases', { key: generateKey('secret', 'test') });
    const replies = [];
    for (let turn = 0; turn < 30; turn++) replies.push(await guess(nodes[turn % 3]!));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
    const findByHash = vi.spyOn(apiKeys, 'findByHash');
    onTestFinished(() => findByHash.mockRestore());
    for (const node of nodes) expect((await guess(node)).status).toBe(429);
    expect(findByHash).not.toHaveBeenCalled();
  });

  test('lease tokens in advance, so most calls need no round trip', async () => {
    const { deps, call } = await start({ rateLimitScale: 10 });
    const lend = vi.spyOn(rateLimitBuckets, 'lend');
    onTestFinished(() => lend.mockRestore());
    await repeat(100, () => call('GET', '/cases'), 200);
    expect(lend.mock.calls.length).toBeLessThanOrEqual(3);
    const { rows } = await sql<{ name: string }>`select name from rate_limits`.execute(deps.db);
    expect(rows.every(({ name }) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
  });
});

test.each([
  ['10.0.0.1', undefined, 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6, 192.0.2.1', 1, '192.0.2.1'],
  ['10.0.0.1', '6.6.6.6, 192.0.2.1,10.0.0.2', 2, '192.0.2.1'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['10.0.0.1', '192.0.2.1', 5, '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['2001:db8:0:7::1', undefined, 0, '2001:db8:0:7'],
  ['2001:0db8:0000:7:ffff::2', undefined, 0, '2001:db8:0:7'],
  ['::1', undefined, 0, '0:0:0:0'],
  [undefined, undefined, 0, ''],
])('%s, forwarded for %s by %i proxies, counts for %s', (remote, forwarded, proxies, expected) => {
  expect(rateLimitAddress(statedAddress(remote, forwarded, proxies))).toBe(expected);
});

test.each([
  ['192.0.2.1', '192.0.2'],
  ['::ffff:192.0.2.1', '192.0.2'],
  ['2001:db8:0:7::1', '2001:db8:0'],
  ['unknown', 'unknown'],
])('the network around %s is %s', (address, expected) => {
  expect(networkAround(address)).toBe(expected);
});

function limitsOf({ headers }: Reply): (string | null)[] {
  return ['RateLimit-Policy', 'RateLimit', 'Retry-After'].map((name) => headers.get(name));
}

async function repeat(times: number, call: () => Promise<Reply>, expected: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let number = 0; number < times; number++) replies.push(await call());
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => expected));
  return replies;
}

async function openPage({ call }: TestService): Promise<{ caseId: string; key: string }> {
  const session = { allowedOrigins: ['https://shop.example'] };
  const { body } = await call('POST', '/cases', { json: { ...input, session } });
  return { caseId: body.id, key: body.session.sessionKey };
}
