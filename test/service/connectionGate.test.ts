import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionGate } from '../../src/service/db/postgres/ConnectionGate.ts';

const refused = Object.assign(new Error('connect EAGAIN'), { code: 'EAGAIN', syscall: 'connect' });

test('while no connection can be opened, one attempt at a time is made, and the others get the last error', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const gate = new ConnectionGate();
  const connect = vi.fn<() => Promise<string>>().mockRejectedValue(refused);
  await expect(gate.open(connect)).rejects.toBe(refused);
  await expect(gate.open(connect)).rejects.toBe(refused);
  expect(connect).toHaveBeenCalledTimes(1);

  vi.advanceTimersByTime(100);
  let answer = (_client: string) => {};
  connect.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const opened = gate.open(connect);
  await expect(gate.open(connect)).rejects.toBe(refused);
  expect(connect).toHaveBeenCalledTimes(2);

  answer('client');
  await expect(opened).resolves.toBe('client');
  await Promise.all([gate.open(connect), gate.open(connect)]);
  expect(connect).toHaveBeenCalledTimes(4);
});
