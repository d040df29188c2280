import type { NameColumns } from '../compare/alignment.ts';
import { textLengthOf, textStartOf } from '../compare/tokenRow.ts';
import type { NamePart } from '../names/namePart.ts';

/** A multimap from 32-bit keys to values in three flat columns: buckets by the key's top bits, keys, values. */
export interface KeyTable {
  heads: Uint32Array;
  keys: Uint32Array;
  values: Uint32Array;
}

/** FNV-1a over the code units, mixed with a seed for the kind of key. */
export function keyOf(text: string, seed: number): number {
  return finished(hashed(startOf(seed), text, 0));
}

const prime = 0x01000193;

function startOf(seed: number): number {
  return 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
}

/** Continues a hash with the code units from a position on. */
function hashed(start: number, text: string, from: number): number {
  let hash = start;
  for (let i = from; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return hash;
}

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Sorts pairs into a table. Both inputs have the same length. */
export function keyTable(keys: Uint32Array, values: Uint32Array): KeyTable {
  const bits = bitsFor(keys.length);
  const heads = new Uint32Array(2 ** bits + 1);
  for (const key of keys) heads[bucketOf(key, heads) + 1]! += 1;
  for (let i = 1; i < heads.length; i++) heads[i]! += heads[i - 1]!;
  const next = heads.slice();
  const sortedKeys = new Uint32Array(keys.length);
  const sortedValues = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const bucket = bucketOf(keys[i]!, heads);
    const at = next[bucket]!;
    next[bucket] = at + 1;
    sortedKeys[at] = keys[i]!;
    sortedValues[at] = values[i]!;
  }
  return { heads, keys: sortedKeys, values: sortedValues };
}

/** Calls back with the values of a key, `max` at most. */
export function eachUnder(table: KeyTable, key: number, max: number, visit: (value: number) => void): void {
  const bucket = bucketOf(key, table.heads);
  let left = max;
  for (let i = table.heads[bucket]!; i < table.heads[bucket + 1]! && left > 0; i++) {
    if (table.keys[i] !== key) continue;
    left -= 1;
    visit(table.values[i]!);
  }
}

/**
 * Prefetches the buckets of keys. They are far apart: the processor loads many of them at the same time, instead of
 * waiting for each during the look-up.
 */
export function fetchUnder({ heads, keys: rows, values }: KeyTable, keys: readonly number[]): void {
  let sum = 0;
  for (let i = 0; i < keys.length; i++) {
    const from = heads[bucketOf(keys[i]!, heads)]!;
    sum ^= rows[from]! ^ values[from]!;
  }
  keepRead(sum);
}

/** Receives what was read to prefetch it. The compiler would remove reads whose result is unused. */
export function keepRead(sum: number): void {
  read[0] = sum;
}

const read = new Int32Array(1);

/** Whether a key has any value. */
export function hasKey({ heads, keys }: Pick<KeyTable, 'heads' | 'keys'>, key: number): boolean {
  const bucket = bucketOf(key, heads);
  const end = heads[bucket + 1]!;
  for (let i = heads[bucket]!; i < end; i++) if (keys[i] === key) return true;
  return false;
}

function bitsFor(size: number): number {
  return Math.max(1, Math.min(24, 31 - Math.clz32(size + 2)));
}

/**
 * The bucket of a key. Its rows are those from `heads[bucket]` to `heads[bucket + 1]`; they may hold other keys too.
 */
export function bucketOf(key: number, heads: Uint32Array): number {
  return key >>> (1 + Math.clz32(heads.length - 1));
}

/** Seeds that separate the kinds of keys in a shared table. */
export const keySeed = {
  text: 1,
  nearSound: 2,
  consonants: 3,
  nearConsonants: 4,
  wholeName: 5,
  pair: 6,
  date: 7,
  exactName: 8,
  identifier: 9,
  acronym: 10,
  cutName: 11,
} as const;

/** The key that identifies a distinct name part. */
export function partKey({ text, vowelless, minor, syllable }: NamePart): string {
  if (!vowelless && !minor && !syllable) return text;
  return `${text}${vowelless ? '-' : ''}${minor ? '~' : ''}${syllable ? `.${syllable}` : ''}`;
}

/**
 * The keys under which a name part is stored and looked up. Two parts that share a key may be spellings of each other:
 * same text; same phonetic code except for one letter on either side; same consonants; consonants that differ by one. A
 * key may occur twice.
 */
export function tokenKeys(text: string, code: string, consonants: string): number[] {
  const keys = [keyOf(text, keySeed.text), keyOf(consonants, keySeed.consonants)];
  keys.push(keyOf(code, keySeed.nearSound));
  if (code.length >= 3 && code.length <= 24) addNear(keys, code, keySeed.nearSound);
  if (consonants.length >= 4 && consonants.length <= 16) {
    keys.push(keyOf(consonants, keySeed.nearConsonants));
    if (consonants.length >= 5) addNear(keys, consonants, keySeed.nearConsonants);
  }
  if (text.length >= 6 && /^[ae]l[^aeiou]/.test(text))
    keys.push(keyOf(consonants.slice(1), keySeed.consonants));
  return keys;
}

/** Adds the keys of the text without each of its letters. */
function addNear(keys: number[], text: string, seed: number): void {
  let before = startOf(seed);
  for (let i = 0; i < text.length; i++) {
    keys.push(finished(hashed(before, text, i + 1)));
    before = Math.imul(before ^ text.charCodeAt(i), prime);
  }
}

/** The text of a token. */
export function tokenTextOf({ tokenText, tokenRows }: NameColumns, token: number): string {
  let text = '';
  const from = textStartOf(tokenRows, token);
  const end = from + textLengthOf(tokenRows, token);
  for (let i = from; i < end; i++) text += String.fromCharCode(tokenText[i]!);
  return text;
}
