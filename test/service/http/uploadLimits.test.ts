import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { personalDetailsFor } from '../../../src/contract/personalDetails.ts';
import { referenceImages } from '../../../src/service/db/store/selfieChecks.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, person, verify } from '../../support/verification.ts';

const services = sharedServices();
const BOUNDARY = 'between-the-parts';
const part = (head: string, body = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

// Each of these kept the whole service busy for seconds.
describe.each(databases)('a capture on %s', (database) => {
  const send = async (parts: string, type = `multipart/form-data; boundary=${BOUNDARY}`) => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    const { body } = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    return await service.call('POST', `/biometrics/selfie-check/${body.id}/capture`, {
      body: `${parts}--${BOUNDARY}--\r\n`,
      headers: { 'Content-Type': type },
    });
  };

  test.each([
    ['files', part('name="frames"; filename="f"').repeat(17)],
    ['fields', part('name="steps"').repeat(17)],
  ])('of too many %s is refused before they are parsed', async (_, parts) => {
    expect(await send(parts)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ code: 'too_many_parts' }] },
    });
  });

  test('whose parts have long headers is refused', async () => {
    const head = `name="steps"\r\n${'X: y\r\n'.repeat(2000)}X: y`;
    expect(await send(part(head))).toMatchObject({ status: 422, body: { errors: [{ code: 'invalid' }] } });
  });

  test('whose fields are long is refused', async () => {
    expect(await send(part('name="steps"', '['.repeat(70_000)))).toMatchObject({ status: 413 });
  });

  test('of eight frames that are too large together gives 413, which its sender receives', async () => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    const { body } = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    const capture = captureOf(body.challenge, { frames: Array(8).fill(Buffer.alloc(5 * 1024 * 1024)) });
    expect(
      await service.call('POST', `/biometrics/selfie-check/${body.id}/capture`, { body: capture }),
    ).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  test.each([
    ['multipart/form-data', 422],
    [`multipart/form-data; xboundary=other; boundary=${BOUNDARY}`, 422],
    [`multipart/form-data; charset=utf-8; Boundary="${BOUNDARY}"`, 422],
  ])('is parsed with the boundary of %s', async (type, status) => {
    const reply = await send(part('name="frames"; filename="f"').repeat(17), type);
    expect(reply.status).toBe(status);
  });
});

test('a name that is far too long is refused before it is normalised', () => {
  const familyName = `a${'\u0315'.repeat(15_000)}${'\u0300'.repeat(15_000)}`;
  const normalising = timeOf(() => familyName.normalize('NFC'));
  for (const mode of ['live', 'test'] as const) {
    const schema = personalDetailsFor(mode);
    expect(schema.safeParse({ ...person, familyName }).error?.issues).toMatchObject([
      { path: ['familyName'], message: 'too_long' },
    ]);
    expect(timeOf(() => schema.safeParse({ ...person, familyName }))).toBeLessThan(normalising / 4);
  }
});

test('the embedded database stores a large picture without reading it byte by byte', async () => {
  const { deps } = services('pglite');
  const { id } = await verify(services('pglite'));
  const sealed = randomBytes(5 * 1024 * 1024);
  const row = { case_id: id, media_type: 'image/jpeg', sealed, created_at: deps.clock() };
  let taken = Number.POSITIVE_INFINITY;
  // The quickest of three: other work of the machine only ever adds to the time.
  for (let tries = 0; tries < 3; tries++) {
    const began = process.threadCpuUsage();
    await referenceImages.put(deps.db, row);
    const image = await referenceImages.find(deps.db, id);
    taken = Math.min(taken, cpuSince(began));
    expect(sealed.equals(image!.sealed!)).toBe(true);
  }
  expect(taken).toBeLessThan(timeOf(() => Array.from(sealed, (byte) => byte.toString(16)).join('')));
});

/** Milliseconds that this thread computed: other work of the machine does not count. */
function timeOf(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  return cpuSince(began);
}

function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

describe.each(databases)('pictures for one check on %s', (database) => {
  test('are accepted from one request at a time', async () => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    const { body: check } = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    const path = `/biometrics/selfie-check/${check.id}/capture`;
    const { socket, answer } = halfAnUpload(service.url, path, service.keys.test);
    await expect.poll(() => service.deps.state.uploads.size).toBe(1);
    const second = await service.call('POST', path, { body: captureOf(check.challenge) });
    expect(second).toMatchObject({ status: 409, body: { code: 'challenge_mismatch' } });
    expect(second.headers.get('Retry-After')).toBe('1');
    const headers = { 'Idempotency-Key': 'sent-again' };
    const keyed = await service.call('POST', path, { body: captureOf(check.challenge), headers });
    expect(keyed).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight', retryable: true } });
    socket.end('x');
    expect(await answer).toMatch(/^HTTP\/1\.1 422 /);
    await expect.poll(() => service.deps.state.uploads.size).toBe(0);
    expect((await service.call('POST', path, { body: captureOf(check.challenge) })).status).toBe(202);
  });
});

test('a session has at most two uploads in flight, for all its checks', async () => {
  const service = services('pglite');
  const { id, consent } = await verify(service);
  await consent();
  const { body: session } = await service.call('POST', `/cases/${id}/session-keys`, {
    json: { allowedOrigins: ['https://shop.example'] },
  });
  const key = session.sessionKey;
  // A challenge stays until it is answered; another one comes for a movement that the person can't do.
  const captureOfNewCheck = async (stuckAt?: string) => {
    const json = { caseId: id, ...(stuckAt && { stuckAt }) };
    const { body: check } = await service.call('POST', '/biometrics/selfie-check', { json, key });
    return { path: `/biometrics/selfie-check/${check.id}/capture`, stuckAt: check.challenge.steps[1] };
  };
  const first = await captureOfNewCheck();
  const halves = [halfAnUpload(service.url, first.path, key)];
  await expect.poll(() => service.deps.state.uploads.size).toBe(1);
  const second = await captureOfNewCheck(first.stuckAt);
  halves.push(halfAnUpload(service.url, second.path, key));
  await expect.poll(() => service.deps.state.uploads.size).toBe(2);
  const { path } = await captureOfNewCheck(second.stuckAt);
  const third = await service.call('POST', path, { body: new FormData(), key });
  expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(third.headers.get('Retry-After')).toBe('5');
  for (const { socket } of halves) socket.destroy();
  await expect.poll(() => service.deps.state.uploads.size).toBe(0);
});

/** A capture whose last byte is not sent yet. */
function halfAnUpload(url: string, path: string, key: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 2',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\nx`);
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
  return { socket, answer };
}

test('a sender who disconnects does not count as a server error', async () => {
  const service = services('pglite');
  const { id } = await verify(service);
  const { socket } = halfAnUpload(service.url, `/cases/${id}/reference-image`, service.keys.test);
  await expect.poll(() => service.deps.state.uploads.size).toBe(1);
  socket.destroy();
  await expect.poll(() => service.deps.state.uploads.size).toBe(0);
  await service.call('GET', '/healthz');
  expect(service.logged()).not.toContain('request failed');
});
