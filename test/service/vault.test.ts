import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { createVault } from '../../src/service/crypto/vault.ts';

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const owner = { id: 'case_1', data_key: await vault.newDataKey('case_1') };
const sealed = vault.seal(owner, purposes.details(1), 'Quillfeather');

describe('the vault', () => {
  test('opens what it sealed, also after a restart', () => {
    expect(vault.open(owner, purposes.details(1), sealed).toString()).toBe('Quillfeather');
    expect(createVault(masterKey).open(owner, purposes.details(1), sealed).toString()).toBe('Quillfeather');
    expect(
      vault
        .openShared(purposes.webhookSecret('we_1'), vault.sealShared(purposes.webhookSecret('we_1'), 'x'))
        .toString(),
    ).toBe('x');
  });

  test('seals the same text differently each time, and hides it', () => {
    expect(vault.seal(owner, purposes.details(1), 'Quillfeather')).not.toEqual(sealed);
    expect(Buffer.from(sealed).includes('Quillfeather')).toBe(false);
  });

  test('gives a text the same MAC each time, and another for another purpose or master key', () => {
    const mark = (by = vault, purpose = purposes.idempotentRequest) =>
      by.fingerprint(purpose, 'Quillfeather');
    expect(mark()).toBe(mark(createVault(masterKey)));
    expect(mark()).not.toBe(mark(createVault(randomBytes(32))));
    expect(mark()).not.toBe(mark(vault, purposes.auditLink));
  });

  test('caches keys until the row changes, up to its limit', async () => {
    const ids = Array.from({ length: 1500 }, (_, i) => `case_1${i}`);
    const owners = await Promise.all(ids.map(async (id) => ({ id, data_key: await vault.newDataKey(id) })));
    const sealed = owners.map((one) => vault.seal(one, purposes.customer, one.id));
    for (const [i, one] of owners.entries())
      expect(vault.open(one, purposes.customer, sealed[i]!).toString()).toBe(one.id);
    const renewed = { ...owners[1499]!, data_key: await vault.newDataKey('case_11499') };
    expect(() => vault.open(renewed, purposes.customer, sealed[1499]!)).toThrow();
    expect(vault.open(owners[1499]!, purposes.customer, sealed[1499]!).toString()).toBe('case_11499');
  });

  test('refuses another purpose, case or master key, a changed or truncated ciphertext, and a destroyed key', async () => {
    const other = { id: 'case_2', data_key: await vault.newDataKey('case_2') };
    const changed = Uint8Array.from(sealed, (byte, index) => (index === sealed.length - 1 ? byte ^ 1 : byte));
    expect(() => vault.open(owner, purposes.details(2), sealed)).toThrow();
    expect(() => vault.open(other, purposes.details(1), sealed)).toThrow();
    expect(() => vault.open({ ...other, data_key: owner.data_key }, purposes.details(1), sealed)).toThrow();
    expect(() => createVault(randomBytes(32)).open(owner, purposes.details(1), sealed)).toThrow();
    expect(() => vault.open(owner, purposes.details(1), changed)).toThrow();
    expect(() => vault.open(owner, purposes.details(1), sealed.subarray(0, 20))).toThrow();
    expect(() => vault.open({ ...owner, data_key: null }, purposes.details(1), sealed)).toThrow('destroyed');
    expect(() =>
      vault.openShared(purposes.webhookSecret('we_2'), vault.sealShared(purposes.webhookSecret('we_1'), 'x')),
    ).toThrow();
  });
});

test('the cache of a thousand cases takes little memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const remembering = createVault(randomBytes(32));
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 1000; count++) {
    await remembering.newDataKey(`case_${count}`);
    // As requests do: small buffers are cut out of larger ones.
    Buffer.allocUnsafe(30_000);
  }
  const heapBytes = () => {
    collect();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(heapBytes).toBeLessThan(4_000_000);
  expect(await remembering.newDataKey('case_0')).toBeDefined();
});
