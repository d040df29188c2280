import type { AddressInfo, Socket } from 'node:net';
import { createConnection, createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WakeChannel, WakeSignal } from '../../../src/service/db/WakeChannel.ts';
import { createLog } from '../../../src/service/log.ts';
import { startReceiver } from '../../support/receiver.ts';
import { databases, startTestService } from '../../support/service.ts';
import { startPostgres } from '../../support/startPostgres.ts';
import { startRelay } from '../../support/startRelay.ts';
import { newCase } from '../../support/verification.ts';

const GATHER_MS = 10;

test.skipIf(!databases.includes('postgres'))(
  'signals that arrive during a notification are combined into the next one',
  async () => {
    const cluster = startPostgres();
    onTestFinished(() => cluster.stop());
    const listener = new pg.Client({ connectionString: cluster.url });
    await listener.connect();
    const notifications: string[] = [];
    listener.on('notification', ({ payload = '' }) =>
      notifications.push(payload.slice(payload.indexOf(' ') + 1)),
    );
    await listener.query('listen idv_verify_wake');
    const signals = { jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() };
    const channel = new WakeChannel(
      cluster.url,
      createLog('silent', () => {}),
    );
    await channel.open(signals);
    onTestFinished(async () => {
      await channel.close();
      await listener.end();
    });
    const ring = async (name: keyof typeof signals) => {
      const transaction = {};
      signals[name].markDirty(transaction);
      signals[name].notifyAfterCommit(transaction);
      await new Promise((resolve) => setTimeout(resolve, 2 * GATHER_MS));
    };

    const goOn = cluster.hang();
    await ring('jobs');
    for (let count = 0; count < 4; count++) await ring('jobs');
    await ring('deliveries');
    goOn();

    await expect.poll(() => notifications.length).toBe(2);
    await ring('deliveries');
    await expect.poll(() => notifications).toEqual(['jobs', 'jobs deliveries', 'deliveries']);
  },
);

test.skipIf(!databases.includes('postgres'))(
  'a channel whose network is cut without a word opens another connection',
  async () => {
    const cluster = startPostgres();
    onTestFinished(() => cluster.stop());
    const relay = await startRelay(cluster.socket);
    onTestFinished(() => relay.close());
    let lines = '';
    const log = createLog('info', (text) => {
      lines += text;
    });
    const signals = () => ({
      jobs: new WakeSignal(),
      deliveries: new WakeSignal(),
      handoffs: new WakeSignal(),
    });
    const [ours, others] = [signals(), signals()];
    const channel = new WakeChannel(`postgres://idv@127.0.0.1:${relay.port}/postgres`, log);
    const other = new WakeChannel(
      cluster.url,
      createLog('silent', () => {}),
    );
    await channel.open(ours);
    await other.open(others);
    onTestFinished(async () => {
      await channel.close();
      await other.close();
    });
    relay.cut();
    await expect.poll(() => lines).toContain('ConnectionSilent');
    relay.leadTo(cluster.socket);
    await expect.poll(() => lines).toContain('wake channel open again');
    const woken = new Promise<void>((resolve) => void ours.jobs.listen(resolve));
    const transaction = {};
    others.jobs.markDirty(transaction);
    others.jobs.notifyAfterCommit(transaction);
    await woken;
  },
);

test('a server that falls silent after the sign-in is given up, and asked again', async () => {
  const server = await startSilentServer();
  let lines = '';
  const log = createLog('warn', (text) => {
    lines += text;
  });
  const channel = new WakeChannel(`postgres://idv:none@127.0.0.1:${server.port}/none`, log);
  await channel.open({ jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() });
  expect(JSON.parse(lines)).toMatchObject({ event: 'wake channel lost', error: 'ConnectionSilent' });
  await expect.poll(() => server.signIns).toBeGreaterThan(1);
  await channel.close();
});

test('a channel closes while its server is silent', async () => {
  const server = await startSilentServer('none');
  const channel = new WakeChannel(
    `postgres://idv:none@127.0.0.1:${server.port}/none`,
    createLog('silent', () => {}),
  );
  void channel.open({
    jobs: new WakeSignal(),
    deliveries: new WakeSignal(),
    handoffs: new WakeSignal(),
  });
  await expect.poll(() => server.signIns).toBe(1);
  await channel.close();
});

test.skipIf(!databases.includes('postgres'))(
  'a node starts, works and closes while the server of its channel is silent',
  async () => {
    const cluster = startPostgres();
    onTestFinished(() => cluster.stop());
    const server = await startDeafServer(cluster.socket);
    const databaseUrl = `postgres://idv@127.0.0.1:${server.port}/postgres`;
    const service = await startTestService({ config: { databaseUrl } });
    expect((await service.call('POST', '/cases', { json: newCase })).status).toBe(201);
    await expect.poll(() => server.listens).toBeGreaterThan(0);
    await service.close();
  },
);

test('a channel that cannot connect logs the cause once, not at each attempt', async () => {
  const closed = await startReceiver();
  await closed.close();
  let lines = '';
  const log = createLog('warn', (text) => {
    lines += text;
  });
  const { port } = new URL(closed.url);
  const channel = new WakeChannel(`postgres://nobody@127.0.0.1:${port}/none`, log);
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  await channel.open({ jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() });
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(2);
  await channel.close();
  expect(lines.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(lines)).toMatchObject({ event: 'wake channel lost', code: 'ECONNREFUSED' });
});

/** `AuthenticationOk` and `ReadyForQuery` of the protocol. */
const SIGNED_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A server of PostgreSQL that answers the sign-in at most, and nothing after it. */
async function startSilentServer(answers: 'sign-in' | 'none' = 'sign-in') {
  const silent = { port: 0, signIns: 0 };
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    // The channel breaks it off.
    socket.on('error', () => {});
    socket.once('data', () => {
      silent.signIns++;
      if (answers === 'sign-in') socket.write(SIGNED_IN);
      socket.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  silent.port = (server.address() as AddressInfo).port;
  return silent;
}

/** Leads to a server, and swallows `LISTEN`. */
async function startDeafServer(socket: string) {
  const deaf = { port: 0, listens: 0 };
  const server = createServer((client) => {
    const upstream = createConnection(socket);
    // Either end learns of it by its own closing.
    for (const end of [client, upstream]) end.on('error', () => {});
    client.on('data', (bytes) => {
      if (bytes.includes('listen idv_verify_wake')) deaf.listens++;
      else upstream.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  deaf.port = (server.address() as AddressInfo).port;
  return deaf;
}
