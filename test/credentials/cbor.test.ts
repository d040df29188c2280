import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/credentials/bytes/bytes.ts';
import { type CborValue, SimpleValue, Tagged } from '../../src/credentials/cbor/cborValue.ts';
import { decodeCbor } from '../../src/credentials/cbor/decodeCbor.ts';
import { encodeCbor } from '../../src/credentials/cbor/encodeCbor.ts';

/** From RFC 8949, appendix A. */
const EXAMPLES: [string, CborValue][] = [
  ['00', 0],
  ['1818', 24],
  ['1903e8', 1000],
  ['1b000000e8d4a51000', 1000000000000],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['3903e7', -1000],
  ['fb3ff199999999999a', 1.1],
  ['f4', false],
  ['f6', null],
  ['f7', undefined],
  ['f0', new SimpleValue(16)],
  ['f8ff', new SimpleValue(255)],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['a201020304', new Map([[1, 2], [3, 4]])], // biome-ignore format: pairs
];

describe('CBOR', () => {
  test.each(EXAMPLES)('%s is decoded and encoded', (hex, value) => {
    const read = decodeCbor(bytes(hex));
    expect(read).toEqual(value);
    expect(toHex(encodeCbor(value))).toBe(hex);
  });

  test.each([
    ['f93c00', 1],
    ['f97bff', 65504],
    ['f90001', 2 ** -24],
    ['f9fc00', Number.NEGATIVE_INFINITY],
    ['fa47c35000', 100000],
    ['5f42010243030405ff', Uint8Array.of(1, 2, 3, 4, 5)],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['bf61610161629f0203ffff', new Map<string, CborValue>([['a', 1], ['b', [2, 3]]])], // biome-ignore format: pairs
    // A head that is longer than needed, as some issuers write it.
    ['b900016161190001', new Map([['a', 1]])],
  ])('%s is decoded, but encoded differently', (hex, value) => {
    expect(decodeCbor(bytes(hex))).toEqual(value);
  });

  test('a tag keeps the original bytes', () => {
    const [tagged] = decodeCbor(bytes('81d818590003016162')) as [Tagged];
    expect(tagged).toBeInstanceOf(Tagged);
    expect(toHex(tagged.raw)).toBe('d818590003016162');
    expect(toHex(encodeCbor(tagged))).toBe('d818590003016162');
  });

  test.each([
    ['', 'nothing'],
    ['0000', 'bytes after the item'],
    ['1c', 'a reserved length'],
    ['ff', 'a break alone'],
    ['81ff', 'a break in an array of definite length'],
    ['bf61ff', 'a cut text'],
    ['a1ff00', 'a break for a key'],
    ['bf01ff', 'a break for a value'],
    ['9b7fffffffffffffff00', 'an array of nearly endless length'],
    ['5affffffff00', 'bytes beyond the end'],
    ['a2616101616102', 'the same key twice'],
    ['a20001180002', 'the same key twice in two spellings'],
    ['a1f500', 'a key that is true'],
    ['61ff', 'text that is not UTF-8'],
    ['7f61c361bcff', 'a character cut in two chunks'],
    ['5f6161ff', 'a chunk of another kind'],
    ['f818', 'a simple value in two bytes'],
  ])('%s is refused: %s', (hex) => {
    expect(() => decodeCbor(bytes(hex))).toThrow(expect.objectContaining({ code: 'cbor_malformed' }));
  });

  test.each([
    ['depth', `${'81'.repeat(40)}00`],
    ['tags in tags', `${'c1'.repeat(40)}00`],
    ['items', `99ffff${'00'.repeat(65535)}`],
    ['bytes', `5a00200000${'00'.repeat(2 << 20)}`],
  ])('%s beyond the limit is refused', (_, hex) => {
    expect(() => decodeCbor(bytes(hex))).toThrow(expect.objectContaining({ code: 'cbor_limit_exceeded' }));
  });
});

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
