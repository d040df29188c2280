import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../src/service/crypto/vault.ts';

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const owner = { id: 'case_1', data_key: vault.newDataKey('case_1') };
const box = vault.seal(owner, 'details', 'Quillfeather');

describe('the vault', () => {
  test('opens what it sealed, also after a restart', () => {
    expect(vault.open(owner, 'details', box).toString()).toBe('Quillfeather');
    expect(createVault(masterKey).open(owner, 'details', box).toString()).toBe('Quillfeather');
    expect(vault.openShared('secret', vault.sealShared('secret', 'x')).toString()).toBe('x');
  });

  test('seals the same text differently each time, and hides it', () => {
    expect(vault.seal(owner, 'details', 'Quillfeather')).not.toEqual(box);
    expect(Buffer.from(box).includes('Quillfeather')).toBe(false);
  });

  test('refuses another purpose, case, master key, a changed or a cut box, a destroyed key', () => {
    const other = { id: 'case_2', data_key: vault.newDataKey('case_2') };
    const changed = Uint8Array.from(box, (byte, index) => (index === box.length - 1 ? byte ^ 1 : byte));
    expect(() => vault.open(owner, 'frame', box)).toThrow();
    expect(() => vault.open(other, 'details', box)).toThrow();
    expect(() => vault.open({ ...other, data_key: owner.data_key }, 'details', box)).toThrow();
    expect(() => createVault(randomBytes(32)).open(owner, 'details', box)).toThrow();
    expect(() => vault.open(owner, 'details', changed)).toThrow();
    expect(() => vault.open(owner, 'details', box.subarray(0, 20))).toThrow();
    expect(() => vault.open({ ...owner, data_key: null }, 'details', box)).toThrow('destroyed');
    expect(() => vault.openShared('other', vault.sealShared('secret', 'x'))).toThrow();
  });
});
