import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WakeChannel, WakeSignal } from '../../../src/service/db/WakeChannel.ts';
import { createLog } from '../../../src/service/log.ts';
import { startReceiver } from '../../support/receiver.ts';
import { databases } from '../../support/service.ts';
import { startPostgres } from '../../support/startPostgres.ts';

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
