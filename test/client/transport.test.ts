import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import { IdvConnectionError, IdvError, IdvTimeoutError } from '../../src/client/errors.ts';
import { ConflictError, ServerError } from '../../src/client/refusals.ts';
import { createTransport, type TransportOptions } from '../../src/client/transport.ts';
import { type Answer, problem, scriptedServer } from '../support/scriptedServer.ts';

const get = { method: 'GET', path: '/cases/:id' } as const;
const post = { method: 'POST', path: '/cases' } as const;
const down = problem(503, 'unavailable');

/** A transport to a server with these responses; delays take no time, but are recorded. */
async function lineTo(answers: Answer[], options: Partial<TransportOptions> = {}) {
  const { baseUrl, requests } = await scriptedServer(...answers);
  const slept: number[] = [];
  let time = Date.parse('2030-01-01T00:00:00Z');
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      slept.push(ms);
      time += ms;
    },
  };
  const credentials = () => ({ baseUrl, key: 'idv_test_x' });
  const send = createTransport({ credentials, clock, random: () => 0.5, ...options });
  return { send, requests, slept };
}

test('sends method, URL, key and JSON, and returns the parsed response', async () => {
  const { send, requests } = await lineTo([[201, { id: 'case_1' }]]);
  expect(
    await send(post, { body: { type: 'kyc_individual' }, query: { limit: 2, cursor: undefined } }),
  ).toEqual({
    id: 'case_1',
  });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/cases?limit=2',
    body: '{"type":"kyc_individual"}',
  });
  expect(requests[0]!.headers).toMatchObject({
    authorization: 'Bearer idv_test_x',
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[0-9A-Za-z]{32}$/),
  });
});

test('a GET carries no idempotency key, and a response without a body is undefined', async () => {
  const { send, requests } = await lineTo([[204]]);
  expect(await send(get, { params: { id: 'case/1' } })).toBeUndefined();
  expect(requests[0]!.path).toBe('/v1/cases/case%2F1');
  expect(requests[0]!.headers).not.toHaveProperty('idempotency-key');
});

test.each(['', '.', '..'])('refuses %j as an id', async (id) => {
  const { send, requests } = await lineTo([[200, {}]]);
  await expect(send(get, { params: { id } })).rejects.toThrow(IdvError);
  expect(requests).toHaveLength(0);
});

test.each([
  ['408', problem(408, 'http_408')],
  ['429', problem(429, 'rate_limited')],
  ['500', problem(500, 'internal_error')],
  ['503', down],
  ['idempotency_in_flight', problem(409, 'idempotency_in_flight')],
  ['a broken line', ((response) => response.destroy()) satisfies Answer],
  [
    'a line that breaks within the answer',
    ((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    }) satisfies Answer,
  ],
] as [string, Answer][])('tries again after %s, with the same idempotency key', async (_, failure) => {
  const { send, requests, slept } = await lineTo([failure, [200, { ok: true }]]);
  expect(await send(post)).toEqual({ ok: true });
  expect(requests).toHaveLength(2);
  expect(requests[0]!.headers['idempotency-key']).toBe(requests[1]!.headers['idempotency-key']);
  expect(slept).toEqual([250]);
});

test('a conflict is not retried', async () => {
  const { send, requests } = await lineTo([problem(409, 'case_state_conflict')]);
  await expect(send(post)).rejects.toThrow(ConflictError);
  expect(requests).toHaveLength(1);
});

test('the delay doubles at each retry, and the last error is thrown', async () => {
  const { send, requests, slept } = await lineTo([down], { maxRetries: 6 });
  await expect(send(get, { params: { id: 'a' } })).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(7);
  expect(slept).toEqual([250, 500, 1000, 2000, 4000, 4000]);
});

test('maxRetries 0 makes exactly one attempt', async () => {
  const { send, requests } = await lineTo([down], { maxRetries: 0 });
  await expect(send(post)).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(1);
});

test.each([
  ['7', 7000],
  ['0', 0],
  ['Tue, 01 Jan 2030 00:00:03 GMT', 3000],
])('Retry-After: %s takes precedence over the calculated delay', async (header, wait) => {
  const { send, slept } = await lineTo([
    [429, {}, { 'retry-after': header }],
    [200, {}],
  ]);
  await send(post);
  expect(slept).toEqual([wait]);
});

test('does not wait past the deadline', async () => {
  const { send, requests, slept } = await lineTo([[503, {}, { 'retry-after': '91' }]]);
  await expect(send(post)).rejects.toThrow(ServerError);
  expect([requests.length, slept.length]).toEqual([1, 0]);
});

test('a delay past the deadline ends the call with the elapsed time', async () => {
  let time = 0;
  const clock = {
    now: () => time,
    sleep: async () => {
      time = 91_200;
    },
  };
  const { send, requests } = await lineTo([down], { clock });
  await expect(send(post)).rejects.toThrow(new IdvTimeoutError('No response within 90000 ms'));
  expect(requests).toHaveLength(1);
});

test('aborts and retries an attempt that takes too long', async () => {
  const { send, requests } = await lineTo([() => {}], { timeoutMs: 50, maxRetries: 1 });
  await expect(send(post)).rejects.toThrow(IdvTimeoutError);
  expect(requests).toHaveLength(2);
});

test('ends an attempt whose fetch ignores its signal', async () => {
  const { send } = await lineTo([[200]], {
    timeoutMs: 20,
    maxRetries: 0,
    fetch: () => new Promise(() => {}),
  });
  await expect(send(post)).rejects.toThrow(IdvTimeoutError);
});

test('aborts the call with the reason of the caller’s signal', async () => {
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const { send, requests } = await lineTo([() => controller.abort(reason)]);
  await expect(send(post, { signal: controller.signal })).rejects.toBe(reason);
  await expect(send(post, { signal: controller.signal })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test('the caller’s signal also ends a retry delay', async () => {
  const controller = new AbortController();
  const clock: Clock = {
    now: Date.now,
    sleep: (ms, signal) => {
      expect(ms).toBe(60_000);
      const pause = systemClock.sleep(ms, signal);
      controller.abort();
      return pause;
    },
  };
  const { send } = await lineTo([[503, {}, { 'retry-after': '60' }]], { clock });
  await expect(send(post, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('follows no redirect, so the key reaches no other server', async () => {
  const { send, requests } = await lineTo([[302, {}, { location: '/elsewhere' }]], { maxRetries: 0 });
  await expect(send(post)).rejects.toThrow(IdvConnectionError);
  expect(requests).toHaveLength(1);
});

test('an error for a response that is not JSON mentions baseUrl', async () => {
  const html: Answer = (response) => response.end('<!doctype html>');
  const { send } = await lineTo([html]);
  await expect(send(post)).rejects.toThrow(/baseUrl/);
});

test.each([{ maxRetries: -1 }, { timeoutMs: 0 }, { deadlineMs: Number.NaN }])('refuses %j', (options) => {
  expect(() => createTransport({ credentials: () => ({ baseUrl: '', key: '' }), ...options })).toThrow(
    TypeError,
  );
});
