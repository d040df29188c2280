import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

describe.each(databases)('another master key than before on %s', (database) => {
  test.each([
    ['a case', (service: TestService) => verify(service)],
    [
      'a webhook secret',
      (service: TestService) =>
        service.call('POST', '/webhook-endpoints', { json: { url: 'https://shop.example/hook' } }),
    ],
  ])('is refused where %s is sealed with the first', async (_, seal) => {
    const place = database === 'pglite' ? { dataDir: temporary() } : {};
    const first = await startTestService({ database, config: place });
    const { databaseUrl, masterKey } = first.deps.config;
    const again = (key: Uint8Array | null) =>
      startTestService({ config: { ...place, databaseUrl, masterKey: key } });
    await seal(first);
    await first.close();
    await expect(again(randomBytes(32))).rejects.toThrow('master key');
    const restored = await again(masterKey);
    expect((await restored.call('GET', '/cases', { key: first.keys.test })).status).toBe(200);
  });
});

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
