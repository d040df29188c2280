import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../src/service/objects/openBucket.ts';
import { StoreAway } from '../../../src/service/objects/StoreAway.ts';

const MB = 2 ** 20;
const limits = {
  ...{ maxBytes: 64 * MB, maxWaiting: 8 },
  away: (code: string, options?: ErrorOptions) => new StoreAway(code, code, options),
};
const settings = { bucket: 'pictures', prefix: '', region: 'us-east-1', pathStyle: true, timeoutMs: 10_000 };

test('a large object is uploaded for longer than half the limit, to a store that never says "100 Continue"', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'any');
  onTestFinished(() => void vi.unstubAllEnvs());
  let taken = 0;
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const began = performance.now();
    for await (const part of incoming) {
      taken += part.length;
      // A line of 4 MB a second, whatever the parts cost.
      await delay(Math.max(0, began + taken / ((4 * MB) / 1000) - performance.now()));
    }
    outgoing.end();
  };
  const store = createServer(take).on('checkContinue', take);
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  onTestFinished(() => {
    store.closeAllConnections();
    store.close();
  });
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const bucket = await openBucket({ ...settings, endpoint }, limits);
  onTestFinished(() => bucket.close());
  await bucket.put('large', Buffer.alloc(24 * MB, 1));
  expect(taken).toBe(24 * MB);
});

test('without a region nothing can be signed: said at once', async () => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, undefined);
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openBucket({ ...settings, endpoint: null, region: null }, limits)).rejects.toThrow(
    'RegionMissing',
  );
});
