import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { maxLetters } from '../names/phoneticAlphabet.ts';
import type { AlignedPair } from './alignment.ts';
import { leastSimilarity, matchedInformation } from './matchedInformation.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import { oddConsonants } from './oddConsonants.ts';
import type { Query, QueryPart } from './query.ts';
import { readPhoneticForm } from './readPhoneticForm.ts';
import { similarity } from './similarity.ts';

const initialBits = 3.2;

/** What each letter of a name says that is cut. */
const bitsPerLetter = 2.5;

/** Without a date that agrees, parts less alike than this are rather two names than two spellings. */
const leastWithoutDate = 0.7;

/** Where the tokens of a listed name stand, and which parts of both names have met something already, one bit each. */
export interface Progress {
  start: number;
  count: number;
  usedQuery: number;
  usedListed: number;
}

/**
 * Pairs among the parts that are left: initials, joined parts and poorer likenesses.
 * @param options.dateAgrees whether the date of birth agrees, so that a poor likeness is worth something
 */
export function alignRest(
  columns: NameColumns,
  query: Query,
  { start, count, usedQuery, usedListed }: Progress,
  options: { dateAgrees: boolean },
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  const left = gather(columns, start, count, usedListed);
  // In a short name a part that nothing resembles says more than a poor likeness of another.
  const isDecisive = !options.dateAgrees && left > 1 && query.parts.length <= 3;
  for (let i = 0; i < query.parts.length; i++) {
    const part = query.parts[i]!;
    if (usedQuery & (1 << i) || part.minor) continue;
    const before = pairs.length;
    const next = usedQuery & (2 << i) ? undefined : query.parts[i + 1];
    for (let k = 0; k < left; k++) {
      const one = lefts[k]!;
      const two = k + 1 < left && lefts[k + 1]!.at === one.at + 1 ? lefts[k + 1]! : null;
      const cut = part.cut ? cutOff(part, i, one) : null;
      const single = cut ?? initial(columns, part, i, one) ?? poorer(part, i, one, options);
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
  readonly form = PhoneticForm.of('');
}

/** Work space, like `joined` below: made anew for every name they would cost more than the comparing. */
const lefts = Array.from({ length: maxParts }, () => new Left());

function gather(columns: NameColumns, start: number, count: number, used: number): number {
  const { nameTokens, tokenBits, tokenFlags } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const token = nameTokens[start + at]!;
    if (used & (1 << at) || tokenFlags[token]! & tokenFlag.minor) continue;
    const one = lefts[left++]!;
    one.at = at;
    one.token = token;
    one.bits = tokenBits[one.token]! / 10;
    readPhoneticForm(columns, one.token, one.form);
  }
  return left;
}

function initial(
  columns: NameColumns,
  { text, bits }: QueryPart,
  from: number,
  one: Left,
): AlignedPair | null {
  if (text.length > 1 && one.form.length > 2) return null;
  const { tokenText, tokenTextStart } = columns;
  const start = tokenTextStart[one.token]!;
  const length = tokenTextStart[one.token + 1]! - start;
  if ((text.length > 1 && length > 1) || text.charCodeAt(0) !== tokenText[start]) return null;
  return {
    ...spanOf(from, 1, one, 1),
    similarity: 0.7,
    how: 'initial',
    information: Math.min(initialBits, bits, one.bits),
  };
}

/** What a machine-readable line had room for, against the name that it begins. */
function cutOff({ form }: QueryPart, from: number, one: Left): AlignedPair | null {
  if (form.length === 0 || form.length > one.form.length) return null;
  for (let i = 0; i < form.length; i++)
    if (form.codes[form.from + i] !== one.form.codes[one.form.from + i]) return null;
  const information = Math.min(one.bits, bitsPerLetter * form.length);
  return { ...spanOf(from, 1, one, 1), similarity: 0.9, how: 'truncated', information };
}

/** JC for Jean-Claude. */
function twoInitials(
  { tokenText, tokenTextStart }: NameColumns,
  { text, vowelless, syllable }: QueryPart,
  from: number,
  one: Left,
  two: Left,
): AlignedPair | null {
  if (text.length !== 2 || vowelless || syllable || isPronounceable.test(text)) return null;
  if (text.charCodeAt(0) !== tokenText[tokenTextStart[one.token]!]) return null;
  if (text.charCodeAt(1) !== tokenText[tokenTextStart[two.token]!]) return null;
  return { ...spanOf(from, 1, one, 2), similarity: 0.7, how: 'initial', information: 2 * initialBits };
}

/** Two letters that are rather a short name, such as Ho. */
const isPronounceable = /^(?:[^aeiou][aeiouy]|[aeiou][^aeiou])$/;

function poorer(
  { form, bits }: QueryPart,
  from: number,
  one: Left,
  { dateAgrees }: { dateAgrees: boolean },
): AlignedPair | null {
  const { form: listed } = one;
  if (oddConsonants(listed.letters, form.letters) > 5) return null;
  if (form.length < 3 || listed.length < 3) return null;
  const isStrict = !dateAgrees && form.vowelless === listed.vowelless;
  const alike = similarity(form, listed, isStrict ? leastWithoutDate : leastSimilarity);
  if (alike === 0) return null;
  const information = matchedInformation(Math.min(bits, one.bits), alike);
  return { ...spanOf(from, 1, one, 1), similarity: alike, how: 'spelling', information };
}

/** One part of the query against two listed ones written as one. */
function joinedListed({ form, bits }: QueryPart, from: number, one: Left, two: Left): AlignedPair | null {
  const length = one.form.length + two.form.length;
  if (Math.abs(form.length - length) > (form.vowelless ? 6 : 2)) return null;
  if (form.length < 4 || length < 4 || length > maxLetters) return null;
  if (oddConsonants(one.form.letters | two.form.letters, form.letters) > 4) return null;
  join(one.form, two.form);
  const alike = similarity(form, joined, 0.85);
  if (alike === 0) return null;
  const given = joined.vowelless || form.vowelless ? bits : 2 * bits;
  const information = matchedInformation(Math.min(given, one.bits + two.bits), Math.min(alike, 0.97));
  return { ...spanOf(from, 1, one, 2), similarity: alike, how: 'joined', information };
}

/** Two parts of the query written as one against a listed one. */
function joinedGiven(first: QueryPart, second: QueryPart, from: number, one: Left): AlignedPair | null {
  const { length } = one.form;
  const both = first.form.length + second.form.length;
  if (Math.abs(both - length) > 2 || first.vowelless || first.syllable || length < 4 || both > maxLetters)
    return null;
  if (oddConsonants(first.form.letters | second.form.letters, one.form.letters) > 4) return null;
  join(first.form, second.form);
  const alike = similarity(joined, one.form, 0.8);
  if (alike === 0) return null;
  const information = matchedInformation(Math.min(first.bits + second.bits, one.bits), alike);
  return { ...spanOf(from, 2, one, 1), similarity: alike, how: 'joined', information };
}

function spanOf(from: number, count: number, { at }: Left, listedCount: number) {
  return { from, count, listedFrom: at, listedCount };
}

/** Two parts written as one. */
const joined = new PhoneticForm(new Uint8Array(2 * maxLetters));

function join(first: PhoneticForm, second: PhoneticForm): void {
  for (let i = 0; i < first.length; i++) joined.codes[i] = first.codes[first.from + i]!;
  for (let i = 0; i < second.length; i++) joined.codes[first.length + i] = second.codes[second.from + i]!;
  joined.length = first.length + second.length;
  joined.letters = first.letters | second.letters;
  joined.vowelless = first.vowelless;
}
