import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WakeChannel, WakeSignal } from '../../../src/service/db/WakeChannel.ts';
import { createLog } from '../../../src/service/log.ts';
import { startReceiver } from '../../support/receiver.ts';
import { databases } from '../../support/service.ts';
import { startPostgres } from '../../support/startPostgres.ts';
import { startRelay } from '../../support/startRelay.ts';

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
