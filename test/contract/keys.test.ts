import { expect, test } from 'vitest';
import { crc32, generateKey, parseKey } from '../../src/contract/keys.ts';

// The check values were computed with another implementation of CRC-32.
const VECTORS = [
  ['idv_test_0000000000000000000000000000000000004fL0VR', 'secret', 'test'],
  ['idvs_live_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ3VMYfd', 'session', 'live'],
] as const;

test('CRC-32 matches the published check value', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
});

test.each(VECTORS)('%s is parsed as a %s key of %s mode', (key, kind, mode) => {
  expect(parseKey(key)).toEqual({ kind, mode });
});

test.each(VECTORS)('%s is refused if any one character changes', (key) => {
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x';
    expect(parseKey(key.slice(0, index) + other + key.slice(index + 1))).toBeNull();
  }
  expect(parseKey(`${key} `)).toBeNull();
  expect(parseKey(key.slice(0, -1))).toBeNull();
});

test('generated keys are well formed, parse back and never repeat', () => {
  const keys = Array.from({ length: 200 }, () => generateKey('secret', 'live'));
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^idv_live_[0-9A-Za-z]{42}$/);
    expect(parseKey(key)).toEqual({ kind: 'secret', mode: 'live' });
  }
});
