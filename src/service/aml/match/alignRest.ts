import type { Columns } from '../index/columns.ts';
import type { AlignedPair } from './alignParts.ts';
import { gain, leastSimilarity } from './gain.ts';
import { oddConsonants } from './oddConsonants.ts';
import type { Query } from './query.ts';
import { similarity } from './similarity.ts';

const initialBits = 3.2;

/** Pairs among the parts that are left: initials, joined parts and poorer likenesses. */
export function alignRest(
  columns: Columns,
  query: Query,
  start: number,
  count: number,
  usedQuery: number,
  usedListed: number,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  for (let i = 0; i < query.parts.length; i++) {
    if (usedQuery & (1 << i)) continue;
    for (let j = 0; j < count; j++) {
      if (usedListed & (1 << j)) continue;
      const pair = initial(columns, query, i, start, j) ?? poorer(columns, query, i, start, j);
      if (pair) pairs.push(pair);
      if (i + 1 < query.parts.length && !(usedQuery & (2 << i))) {
        const whole = joinedGiven(columns, query, i, start, j);
        if (whole) pairs.push(whole);
      }
      if (j + 1 < count && !(usedListed & (2 << j))) {
        const split = twoInitials(columns, query, i, start, j) ?? joinedListed(columns, query, i, start, j);
        if (split) pairs.push(split);
      }
    }
  }
  return pairs;
}

function initial(columns: Columns, query: Query, i: number, start: number, j: number): AlignedPair | null {
  const token = columns.nameTokens[start + j]!;
  const from = columns.tokenTextStart[token]!;
  const { text, bits } = query.parts[i]!;
  const length = columns.tokenTextStart[token + 1]! - from;
  if ((text.length > 1 && length > 1) || text.charCodeAt(0) !== columns.tokenText[from]) return null;
  const gained = Math.min(initialBits, bits, columns.tokenBits[token]! / 10);
  return { from: i, count: 1, listedFrom: j, listedCount: 1, similarity: 0.7, how: 'initial', gain: gained };
}

/** JC for Jean-Claude. */
function twoInitials(
  columns: Columns,
  query: Query,
  i: number,
  start: number,
  j: number,
): AlignedPair | null {
  const { text } = query.parts[i]!;
  if (text.length !== 2) return null;
  const { nameTokens, tokenText, tokenTextStart } = columns;
  for (const k of [0, 1])
    if (tokenText[tokenTextStart[nameTokens[start + j + k]!]!] !== text.charCodeAt(k)) return null;
  const gained = 2 * initialBits;
  return { from: i, count: 1, listedFrom: j, listedCount: 2, similarity: 0.7, how: 'initial', gain: gained };
}

function poorer(columns: Columns, query: Query, i: number, start: number, j: number): AlignedPair | null {
  const { codes, letters, vowelless, bits } = query.parts[i]!;
  const token = columns.nameTokens[start + j]!;
  const listedLetters = columns.tokenLetters[token]!;
  if (oddConsonants(listedLetters, letters) > 5) return null;
  const from = columns.tokenSoundStart[token]!;
  const length = columns.tokenSoundStart[token + 1]! - from;
  if (Math.min(codes.length, length) < 3) return null;
  const mixed = vowelless !== (columns.tokenVowelless[token] === 1);
  const alike = similarity(
    codes,
    0,
    codes.length,
    letters,
    columns.tokenSound,
    from,
    length,
    listedLetters,
    mixed,
    leastSimilarity,
  );
  if (alike === 0) return null;
  const weight = Math.min(bits, columns.tokenBits[token]! / 10);
  return {
    from: i,
    count: 1,
    listedFrom: j,
    listedCount: 1,
    similarity: alike,
    how: 'spelling',
    gain: gain(weight, alike),
  };
}

const joinedCodes = new Uint8Array(96);

/** One part of the query against two listed ones written as one. */
function joinedListed(
  columns: Columns,
  query: Query,
  i: number,
  start: number,
  j: number,
): AlignedPair | null {
  const { codes, letters, vowelless, bits } = query.parts[i]!;
  const { nameTokens, tokenSoundStart, tokenSound, tokenLetters, tokenVowelless, tokenBits } = columns;
  const [first, second] = [nameTokens[start + j]!, nameTokens[start + j + 1]!];
  const middle = tokenSoundStart[first + 1]! - tokenSoundStart[first]!;
  const length = middle + tokenSoundStart[second + 1]! - tokenSoundStart[second]!;
  if (codes.length < 4 || length < 4 || length > 40 || Math.abs(codes.length - length) > (vowelless ? 6 : 2))
    return null;
  const listedLetters = tokenLetters[first]! | tokenLetters[second]!;
  if (oddConsonants(listedLetters, letters) > 4) return null;
  joinedCodes.set(tokenSound.subarray(tokenSoundStart[first]!, tokenSoundStart[first + 1]!), 0);
  joinedCodes.set(tokenSound.subarray(tokenSoundStart[second]!, tokenSoundStart[second + 1]!), middle);
  const mixed = vowelless !== (tokenVowelless[first] === 1);
  const alike = similarity(
    codes,
    0,
    codes.length,
    letters,
    joinedCodes,
    0,
    length,
    listedLetters,
    mixed,
    0.85,
  );
  if (alike === 0) return null;
  const weight = Math.min(
    mixed || vowelless ? bits : 2 * bits,
    (tokenBits[first]! + tokenBits[second]!) / 10,
  );
  const gained = gain(weight, Math.min(alike, 0.97));
  return { from: i, count: 1, listedFrom: j, listedCount: 2, similarity: alike, how: 'joined', gain: gained };
}

/** Two parts of the query written as one against a listed one. */
function joinedGiven(
  columns: Columns,
  query: Query,
  i: number,
  start: number,
  j: number,
): AlignedPair | null {
  const [first, second] = [query.parts[i]!, query.parts[i + 1]!];
  const token = columns.nameTokens[start + j]!;
  const from = columns.tokenSoundStart[token]!;
  const length = columns.tokenSoundStart[token + 1]! - from;
  const both = first.codes.length + second.codes.length;
  if (first.vowelless || length < 4 || both > 40 || Math.abs(both - length) > 2) return null;
  const [letters, listedLetters] = [first.letters | second.letters, columns.tokenLetters[token]!];
  if (oddConsonants(letters, listedLetters) > 4) return null;
  joinedCodes.set(first.codes, 0);
  joinedCodes.set(second.codes, first.codes.length);
  const mixed = columns.tokenVowelless[token] === 1;
  const alike = similarity(
    joinedCodes,
    0,
    both,
    letters,
    columns.tokenSound,
    from,
    length,
    listedLetters,
    mixed,
    0.8,
  );
  if (alike === 0) return null;
  const gained = gain(Math.min(first.bits + second.bits, columns.tokenBits[token]! / 10), alike);
  return { from: i, count: 2, listedFrom: j, listedCount: 1, similarity: alike, how: 'joined', gain: gained };
}
