import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KeyStoreAway } from '../../../src/service/crypto/keySlots.ts';
import { createVault } from '../../../src/service/crypto/vault.ts';
import { BucketSlots } from '../../../src/service/keys/BucketSlots.ts';
import { openBucket } from '../../../src/service/objects/openBucket.ts';

test('a bucket that takes a fifth of a second for each key is not away, however many are read', async () => {
  let asked = 0;
  const store = createServer(async (incoming, outgoing) => {
    asked++;
    // The store is slow, not the test.
    await delay(200);
    outgoing.end(incoming.method === 'GET' ? Buffer.alloc(32, 7) : undefined);
  });
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'any');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    store.closeAllConnections();
    store.close();
  });
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const bucket = await openBucket(
    { bucket: 'keys', prefix: '', region: 'us-east-1', pathStyle: true, timeoutMs: 3000, endpoint },
    { maxBytes: 4096, maxWaiting: 20_000, away: (code, options) => new KeyStoreAway(code, options) },
  );
  const slots = new BucketSlots({ bucket, root: 'r', observe: () => {} });
  onTestFinished(() => slots.close());
  // All at once they would wait for longer than the limit.
  const dataKeys = Array.from({ length: 600 }, (_, n) => {
    const dataKey = Buffer.alloc(61 + slots.addressBytes);
    dataKey.writeUInt32BE(n + 1, 1);
    return dataKey;
  });
  await createVault(Buffer.alloc(32), slots).prepare(dataKeys);
  expect(asked).toBe(dataKeys.length);
  expect(await slots.load(new Uint8Array(slots.addressBytes))).toHaveLength(32);
});
