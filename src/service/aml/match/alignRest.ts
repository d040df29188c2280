import type { Columns } from '../index/columns.ts';
import { heardToken } from '../index/heardToken.ts';
import type { AlignedPair } from './alignParts.ts';
import { gain, leastSimilarity } from './gain.ts';
import { Heard } from './Heard.ts';
import { maxLetters } from './letterCosts.ts';
import { oddConsonants } from './oddConsonants.ts';
import type { Query } from './query.ts';
import { similarity } from './similarity.ts';

const initialBits = 3.2;

/** Without a date that agrees, parts less alike than this are rather two names than two spellings. */
const leastWithoutDate = 0.7;

/**
 * Pairs among the parts that are left: initials, joined parts and poorer likenesses.
 * @param agrees whether the date of birth agrees, so that a poor likeness is worth something
 */
export function alignRest(
  columns: Columns,
  query: Query,
  start: number,
  count: number,
  usedQuery: number,
  usedListed: number,
  agrees: boolean,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  const add = (pair: AlignedPair | null) => pair && pairs.push(pair);
  for (let i = 0; i < query.parts.length; i++) {
    if (usedQuery & (1 << i)) continue;
    const hasNext = i + 1 < query.parts.length && !(usedQuery & (2 << i));
    for (let j = 0; j < count; j++) {
      if (usedListed & (1 << j)) continue;
      add(initial(columns, query, i, start, j) ?? poorer(columns, query, i, start, j, agrees));
      if (hasNext) add(joinedGiven(columns, query, i, start, j));
      if (j + 1 < count && !(usedListed & (2 << j)))
        add(twoInitials(columns, query, i, start, j) ?? joinedListed(columns, query, i, start, j));
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

function poorer(
  columns: Columns,
  query: Query,
  i: number,
  start: number,
  j: number,
  agrees: boolean,
): AlignedPair | null {
  const { heard, bits } = query.parts[i]!;
  const token = columns.nameTokens[start + j]!;
  if (oddConsonants(columns.tokenLetters[token]!, heard.letters) > 5) return null;
  heardToken(columns, token, listed);
  if (Math.min(heard.length, listed.length) < 3) return null;
  const isStrict = !agrees && heard.vowelless === listed.vowelless;
  const alike = similarity(heard, listed, isStrict ? leastWithoutDate : leastSimilarity);
  if (alike === 0) return null;
  const gained = gain(Math.min(bits, columns.tokenBits[token]! / 10), alike);
  return {
    from: i,
    count: 1,
    listedFrom: j,
    listedCount: 1,
    similarity: alike,
    how: 'spelling',
    gain: gained,
  };
}

/** One part of the query against two listed ones written as one. */
function joinedListed(
  columns: Columns,
  query: Query,
  i: number,
  start: number,
  j: number,
): AlignedPair | null {
  const { heard, bits } = query.parts[i]!;
  const { nameTokens, tokenSoundStart, tokenBits, tokenLetters } = columns;
  const [first, second] = [nameTokens[start + j]!, nameTokens[start + j + 1]!];
  const middle = tokenSoundStart[first + 1]! - tokenSoundStart[first]!;
  const length = middle + tokenSoundStart[second + 1]! - tokenSoundStart[second]!;
  if (heard.length < 4 || length < 4 || length > maxLetters) return null;
  if (Math.abs(heard.length - length) > (heard.vowelless ? 6 : 2)) return null;
  if (oddConsonants(tokenLetters[first]! | tokenLetters[second]!, heard.letters) > 4) return null;
  heardToken(columns, first, listed);
  heardToken(columns, second, next);
  join(listed, next);
  const alike = similarity(heard, joined, 0.85);
  if (alike === 0) return null;
  const given = joined.vowelless || heard.vowelless ? bits : 2 * bits;
  const weight = Math.min(given, (tokenBits[first]! + tokenBits[second]!) / 10);
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
  const length = columns.tokenSoundStart[token + 1]! - columns.tokenSoundStart[token]!;
  const both = first.heard.length + second.heard.length;
  if (first.vowelless || length < 4 || both > maxLetters || Math.abs(both - length) > 2) return null;
  const letters = first.heard.letters | second.heard.letters;
  if (oddConsonants(letters, columns.tokenLetters[token]!) > 4) return null;
  join(first.heard, second.heard);
  heardToken(columns, token, listed);
  const alike = similarity(joined, listed, 0.8);
  if (alike === 0) return null;
  const gained = gain(Math.min(first.bits + second.bits, columns.tokenBits[token]! / 10), alike);
  return { from: i, count: 2, listedFrom: j, listedCount: 1, similarity: alike, how: 'joined', gain: gained };
}

/** Work space: the listed parts at hand, and two parts written as one. */
const [listed, next] = [Heard.of('', false), Heard.of('', false)];
const joined = new Heard(new Uint8Array(2 * maxLetters), false);

function join(first: Heard, second: Heard): void {
  for (let i = 0; i < first.length; i++) joined.codes[i] = first.codes[first.from + i]!;
  for (let i = 0; i < second.length; i++) joined.codes[first.length + i] = second.codes[second.from + i]!;
  joined.length = first.length + second.length;
  joined.letters = first.letters | second.letters;
  joined.vowelless = first.vowelless;
}
