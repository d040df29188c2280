import { expect, test } from 'vitest';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import type { SessionTarget } from '../../src/server/sessionHandler.ts';
import { type Answer, scriptedServer } from '../support/scriptedServer.ts';

const person = {
  type: 'kyc_individual',
  returnUrl: 'https://shop.example/r',
  clientReferenceId: 'u1',
} as const;
const session = { sessionKey: 'idvs_test_1', expiresAt: '2030-01-01T00:00:00.000Z' };
const made: Answer = [201, { id: 'case_9', session }];
const key: Answer = [201, { caseId: 'case_7', ...session, allowedOrigins: [] }];
const listing = (...statuses: string[]): Answer => [
  200,
  {
    data: statuses.map((status, index) => ({ id: `case_${7 + index}`, status, returnUrl: person.returnUrl })),
  },
];

async function handling(target: SessionTarget | null, ...answers: Answer[]) {
  const { baseUrl, requests } = await scriptedServer(...answers, [500]);
  const idv = createIdvClient({ apiKey: 'idv_test_x', baseUrl, maxRetries: 0 });
  return { handle: idv.sessionHandler(async () => target), requests, baseUrl };
}

function post(headers: Record<string, string> = {}, body = '{}', method = 'POST'): Request {
  const all = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers };
  return new Request('https://shop.example/idv/session', {
    method,
    headers: all,
    ...(method === 'POST' ? { body } : {}),
  });
}

test('creates a case for a person without an open one', async () => {
  const { handle, requests, baseUrl } = await handling(person, listing('expired'), made);
  const response = await handle(post());
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect([response.status, await response.json()]).toEqual([200, { caseId: 'case_9', ...session, baseUrl }]);
  expect(requests[0]!.path).toBe('/v1/cases?clientReferenceId=u1&limit=1');
  expect(JSON.parse(requests[1]!.body)).toEqual({
    ...person,
    session: { allowedOrigins: ['https://shop.example'] },
  });
});

const reused = ['requires_input', 'processing', 'in_review', 'approved', 'declined'];

test.each(reused)('a page cannot learn that its case is %s', async (status) => {
  const { handle, requests, baseUrl } = await handling(person, listing(status), key);
  expect(await (await handle(post())).json()).toEqual({ caseId: 'case_7', ...session, baseUrl });
  expect(requests[1]!.path).toBe('/v1/cases/case_7/session-keys');
  expect(JSON.parse(requests[1]!.body)).toEqual({ allowedOrigins: ['https://shop.example'] });
});

test.each([
  ['expired', false, 'case_9'],
  ['canceled', false, 'case_9'],
  ['declined', true, 'case_9'],
  ['approved', true, 'case_9'],
  ['in_review', true, 'case_9'],
  ['requires_input', true, 'case_7'],
])('after one that is %s, with again: %s, the page gets %s', async (status, again, expected) => {
  const { handle, requests } = await handling(
    { ...person, again },
    listing(status),
    again && status === 'requires_input' ? key : made,
  );
  expect((await (await handle(post())).json()).caseId).toBe(expected);
  expect(requests[1]!.body).not.toContain('again');
});

test('two tabs at once get the same case, the next attempt gets another', async () => {
  const keys = [];
  for (const before of [listing(), listing(), listing('expired')]) {
    const { handle, requests } = await handling(person, before, made);
    await handle(post());
    keys.push(requests[1]!.headers['idempotency-key']);
  }
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('uses a given case, and the origin of its return URL', async () => {
  const { handle, requests } = await handling({ caseId: 'case_7' }, [200, { id: 'case_7', ...person }], key);
  expect((await handle(post())).status).toBe(200);
  expect(requests.map(({ path }) => path)).toEqual(['/v1/cases/case_7', '/v1/cases/case_7/session-keys']);
  expect(JSON.parse(requests[1]!.body)).toEqual({ allowedOrigins: ['https://shop.example'] });
});

test('input from the page never selects the case', async () => {
  const { handle, requests } = await handling(person, listing(), made);
  await handle(post({}, '{"caseId":"case_1","clientReferenceId":"u2"}'));
  expect(requests.map(({ path, body }) => path + body).join()).not.toMatch(/case_1|u2/);
});

test('answers 401 without a signed-in user', async () => {
  const { handle, requests } = await handling(null);
  expect((await handle(post())).status).toBe(401);
  expect(requests).toHaveLength(0);
});

test.each([
  ['another method', post({}, '', 'GET'), 405],
  ['a form', post({ 'content-type': 'application/x-www-form-urlencoded' }), 415],
  ['a text that looks like JSON', post({ 'content-type': 'text/plain;application/json' }), 415],
  ['another site', post({ 'sec-fetch-site': 'cross-site' }), 403],
  ['another origin of the site', post({ 'sec-fetch-site': 'same-site' }), 403],
  ['an address that was typed', post({ 'sec-fetch-site': 'none' }), 403],
] as [string, Request, number][])('refuses %s', async (_, request, status) => {
  const { handle, requests } = await handling(person, listing(), made);
  expect((await handle(request)).status).toBe(status);
  expect(requests).toHaveLength(0);
});

test.each([
  ['https://shop.example', 200],
  ['https://evil.example', 403],
  ['null', 403],
])('without Sec-Fetch-Site the origin %s answers %d', async (origin, status) => {
  const { handle } = await handling(person, listing(), made);
  const request = post({ origin, host: 'shop.example' });
  request.headers.delete('sec-fetch-site');
  expect((await handle(request)).status).toBe(status);
});
