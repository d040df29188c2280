import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import { leaveOut } from '../support/leaveOut.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { postgresPrograms } from '../support/postgresPrograms.ts';
import { readinessOf } from '../support/readinessOf.ts';
import { databases, startTestService } from '../support/service.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

test('requests in flight finish, later ones are refused', async () => {
  const service = await startTestService();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify(newCase);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  const ended = new Promise((resolve) => socket.on('close', resolve));
  socket.write(
    `POST /v1/cases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.test}\r\n` +
      `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // The server has the request in its hands once it asks for the body.
  await waitFor(() => answer.includes('100 Continue'));
  const closed = service.close(30_000);
  await waitFor(async () => (await fetch(service.url).catch(() => 'refused')) === 'refused');
  socket.write(body);
  await closed;
  await ended;
  expect(answer).toContain('HTTP/1.1 201 ');
});

test('during shutdown a request on an idle connection is answered, then the connection closes', async () => {
  const service = await startTestService();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.on('data', (text) => {
    answers += text;
  });
  const ended = new Promise((resolve) => socket.on('close', resolve));
  const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  ask();
  await waitFor(() => answers.includes('"ok"'));
  ask();
  await service.close();
  await ended;
  expect(answers.match(/HTTP\/1.1 200 /g)).toHaveLength(2);
  expect(answers).toContain('onnection: close');
});

test('/healthz is ok while the process runs, /readyz while it accepts work', async () => {
  const service = await startTestService();
  const status = async (path: string) => (await fetch(`${service.url}${path}`)).status;
  expect([await status('/healthz'), await status('/v1/healthz'), await status('/v1/readyz')]).toEqual([
    200, 200, 200,
  ]);
  service.deps.state.draining = true;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
});

test('/readyz shows status words to everybody, and details with the metrics token', async () => {
  const metrics = { token: 'a token of the metrics', port: null };
  const service = await startTestService({ config: { metrics } });
  const read = async (path: string, key: string | null) => (await service.call('GET', path, { key })).body;
  for (const key of [null, 'guessed', service.keys.live]) {
    const { checks, status } = await read('/readyz', key);
    expect(status).toBe('ok');
    expect(new Set(Object.values(checks).flatMap((one) => Object.keys(one as object)))).toEqual(
      new Set(['status']),
    );
  }
  expect((await read('/readyz', metrics.token)).checks.disk.freeMb).toEqual(expect.any(Number));
  service.deps.state.draining = true;
  expect((await read('/readyz', null)).detail).toBe('Not ready: draining.');
  expect((await read('/readyz', metrics.token)).detail).toBe('The service is shutting down.');
});

test('the path of an unauthenticated request is not logged', async () => {
  const service = await startTestService();
  const typed = [service.keys.live, 'Ileana%20Vrajitoru', 'x'.repeat(14_000)];
  for (const text of typed) await service.call('GET', `/cases/${text}`, { key: null });
  const id = newId('case');
  await service.call('GET', `/cases/${id}`, { key: null });
  const lines = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('/v1/cases/:id'));
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain(id);
  for (const text of typed) expect(service.logged()).not.toContain(text);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(500);
});

test('readiness reports everything that the service depends on', async () => {
  const service = await startTestService();
  expect(await readinessOf(service)).toMatchObject({
    isReady: true,
    checks: {
      database: { status: 'ok' },
      migrations: { status: 'ok' },
      lists: { status: 'warn', state: 'none', problems: [] },
      eye: { status: 'warn' },
      disk: { status: 'ok', freeMb: expect.any(Number) },
      keys: { status: 'ok' },
      draining: { status: 'ok' },
    },
  });
  await sql`delete from migrations where name = '0001_start'`.execute(service.deps.db);
  service.deps.state.draining = true;
  expect(await readinessOf(service)).toMatchObject({
    isReady: false,
    checks: { migrations: { status: 'fail', pending: ['0001_start'] }, draining: { status: 'fail' } },
  });
});

const installed = postgresPrograms() !== null;
if (!installed)
  leaveOut('The test of a database that goes away', 'install PostgreSQL beside the one of TEST_DATABASE_URL');

test.runIf(installed)('a missing database gives 503 without details', async () => {
  const cluster = startPostgres();
  onTestFinished(cluster.stop);
  const service = await startTestService({ config: { databaseUrl: cluster.url } });
  expect((await service.call('GET', '/cases')).status).toBe(200);
  cluster.stop();
  const reply = await service.call('GET', '/cases');
  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } });
  expect(reply.headers.get('Retry-After')).toBe('1');
  expect((await service.call('GET', '/readyz')).status).toBe(503);
  expect(service.logged()).not.toContain('postgres://');
});

test('an unreachable database ends startup with a clear message', async () => {
  const databaseUrl = 'postgres://idv@localhost/none?host=/nowhere';
  await expect(startTestService({ config: { databaseUrl } })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used \(\w+\)\. Check the URL, the user and the password\.$/,
  );
});

test.skipIf(!databases.includes('postgres'))(
  'a direct database URL that is unreachable is reported with its own setting',
  async () => {
    const databaseDirectUrl = 'postgres://idv@localhost/none?host=/nowhere';
    const config = { databaseUrl: await newDatabase('none'), databaseDirectUrl };
    await expect(startTestService({ config })).rejects.toThrow(
      /^The database of DATABASE_DIRECT_URL cannot be used \(\w+\)\. Check the URL, the user and the password\.$/,
    );
  },
);
