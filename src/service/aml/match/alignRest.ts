import type { Columns } from '../index/columns.ts';
import { heardToken } from '../index/heardToken.ts';
import type { AlignedPair } from './alignParts.ts';
import { gain, leastSimilarity } from './gain.ts';
import { Heard } from './Heard.ts';
import { maxLetters } from './letterCosts.ts';
import { maxParts } from './nameParts.ts';
import { oddConsonants } from './oddConsonants.ts';
import type { Query, QueryPart } from './query.ts';
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
  const left = gather(columns, start, count, usedListed);
  // In a short name a part that nothing resembles says more than a poor likeness of another.
  const isDecisive = !agrees && left > 1 && query.parts.length <= 3;
  for (let i = 0; i < query.parts.length; i++) {
    if (usedQuery & (1 << i)) continue;
    const part = query.parts[i]!;
    const before = pairs.length;
    const next = usedQuery & (2 << i) ? undefined : query.parts[i + 1];
    for (let k = 0; k < left; k++) {
      const one = lefts[k]!;
      const two = k + 1 < left && lefts[k + 1]!.at === one.at + 1 ? lefts[k + 1]! : null;
      const single = initial(columns, part, i, one) ?? poorer(part, i, one, agrees);
      if (single) pairs.push(single);
      const whole = next && joinedGiven(part, next, i, one);
      if (whole) pairs.push(whole);
      const split = two && (twoInitials(columns, part, i, one, two) ?? joinedListed(part, i, one, two));
      if (split) pairs.push(split);
    }
    if (isDecisive && pairs.length === before) return [];
  }
  return pairs;
}

/** A listed part that is left: where it stands in its name, how it sounds, what it says in bits. */
class Left {
  at = 0;
  token = 0;
  bits = 0;
  readonly heard = Heard.of('', false);
}

/** Work space, like `joined` below: made anew for every name they would cost more than the comparing. */
const lefts = Array.from({ length: maxParts }, () => new Left());

function gather(columns: Columns, start: number, count: number, used: number): number {
  const { nameTokens, tokenBits } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    if (used & (1 << at)) continue;
    const one = lefts[left++]!;
    one.at = at;
    one.token = nameTokens[start + at]!;
    one.bits = tokenBits[one.token]! / 10;
    heardToken(columns, one.token, one.heard);
  }
  return left;
}

function initial(columns: Columns, { text, bits }: QueryPart, from: number, one: Left): AlignedPair | null {
  if (text.length > 1 && one.heard.length > 2) return null;
  const { tokenText, tokenTextStart } = columns;
  const start = tokenTextStart[one.token]!;
  const length = tokenTextStart[one.token + 1]! - start;
  if ((text.length > 1 && length > 1) || text.charCodeAt(0) !== tokenText[start]) return null;
  return pairOf(from, 1, one, 1, 0.7, 'initial', Math.min(initialBits, bits, one.bits));
}

/** JC for Jean-Claude. */
function twoInitials(
  { tokenText, tokenTextStart }: Columns,
  { text }: QueryPart,
  from: number,
  one: Left,
  two: Left,
): AlignedPair | null {
  if (text.length !== 2) return null;
  if (text.charCodeAt(0) !== tokenText[tokenTextStart[one.token]!]) return null;
  if (text.charCodeAt(1) !== tokenText[tokenTextStart[two.token]!]) return null;
  return pairOf(from, 1, one, 2, 0.7, 'initial', 2 * initialBits);
}

function poorer({ heard, bits }: QueryPart, from: number, one: Left, agrees: boolean): AlignedPair | null {
  const { heard: listed } = one;
  if (oddConsonants(listed.letters, heard.letters) > 5) return null;
  if (heard.length < 3 || listed.length < 3) return null;
  const isStrict = !agrees && heard.vowelless === listed.vowelless;
  const alike = similarity(heard, listed, isStrict ? leastWithoutDate : leastSimilarity);
  if (alike === 0) return null;
  return pairOf(from, 1, one, 1, alike, 'spelling', gain(Math.min(bits, one.bits), alike));
}

/** One part of the query against two listed ones written as one. */
function joinedListed({ heard, bits }: QueryPart, from: number, one: Left, two: Left): AlignedPair | null {
  const length = one.heard.length + two.heard.length;
  if (Math.abs(heard.length - length) > (heard.vowelless ? 6 : 2)) return null;
  if (heard.length < 4 || length < 4 || length > maxLetters) return null;
  if (oddConsonants(one.heard.letters | two.heard.letters, heard.letters) > 4) return null;
  join(one.heard, two.heard);
  const alike = similarity(heard, joined, 0.85);
  if (alike === 0) return null;
  const given = joined.vowelless || heard.vowelless ? bits : 2 * bits;
  const gained = gain(Math.min(given, one.bits + two.bits), Math.min(alike, 0.97));
  return pairOf(from, 1, one, 2, alike, 'joined', gained);
}

/** Two parts of the query written as one against a listed one. */
function joinedGiven(first: QueryPart, second: QueryPart, from: number, one: Left): AlignedPair | null {
  const { length } = one.heard;
  const both = first.heard.length + second.heard.length;
  if (Math.abs(both - length) > 2 || first.vowelless || length < 4 || both > maxLetters) return null;
  if (oddConsonants(first.heard.letters | second.heard.letters, one.heard.letters) > 4) return null;
  join(first.heard, second.heard);
  const alike = similarity(joined, one.heard, 0.8);
  if (alike === 0) return null;
  return pairOf(from, 2, one, 1, alike, 'joined', gain(Math.min(first.bits + second.bits, one.bits), alike));
}

function pairOf(
  from: number,
  count: number,
  { at }: Left,
  listedCount: number,
  alike: number,
  how: AlignedPair['how'],
  gained: number,
): AlignedPair {
  return { from, count, listedFrom: at, listedCount, similarity: alike, how, gain: gained };
}

/** Two parts written as one. */
const joined = new Heard(new Uint8Array(2 * maxLetters), false);

function join(first: Heard, second: Heard): void {
  for (let i = 0; i < first.length; i++) joined.codes[i] = first.codes[first.from + i]!;
  for (let i = 0; i < second.length; i++) joined.codes[first.length + i] = second.codes[second.from + i]!;
  joined.length = first.length + second.length;
  joined.letters = first.letters | second.letters;
  joined.vowelless = first.vowelless;
}
