import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { maxLetters } from '../names/phoneticCode.ts';
import { type AlignedPair, type NameColumns, type PairList, type Progress, tokenFlag } from './alignment.ts';
import { matchedInformation, minSimilarity } from './informationContent.ts';
import type { Query, QueryPart } from './query.ts';
import { oddConsonants, readPhoneticForm, similarity } from './similarity.ts';

const initialBits = 3.2;

/** Bits for each letter of a truncated name. */
const bitsPerLetter = 2.5;

/** Unless the date of birth agrees, parts less similar than this are treated as two names, not as two spellings. */
const minWithoutDate = 0.7;

/**
 * Adds pairs among the unmatched parts: initials, joined parts and weaker similarities.
 * @param options.dateAgrees whether the date of birth agrees, so that a weak similarity counts
 */
export function alignRest(
  columns: NameColumns,
  { parts }: Query,
  progress: Progress,
  options: { dateAgrees: boolean },
  pairs: PairList,
): void {
  const { usedQuery } = progress;
  const first = pairs.length;
  const left = gatherUnmatched(columns, progress);
  // In a short name an unmatched part is stronger evidence than a weak similarity of another part.
  const isDecisive = !options.dateAgrees && left > 1 && parts.length <= 3;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    // A single letter is an initial, even one that is a particle elsewhere ("e", "y").
    if (usedQuery & (1 << i) || (part.minor && part.text.length > 1)) continue;
    const before = pairs.length;
    const next = usedQuery & (2 << i) ? undefined : parts[i + 1];
    for (let k = 0; k < left; k++) {
      const one = unmatchedParts[k]!;
      const two = unmatchedAfter(k, left);
      const single =
        (part.cut && cutOff(pairs, part, one)) ||
        initial(pairs, columns, part, one) ||
        poorer(pairs, part, one, options);
      if (single) single.from = i;
      const whole = next && joinedGiven(pairs, part, next, one);
      if (whole) whole.from = i;
      const split =
        two && (twoInitials(pairs, columns, part, one, two) ?? joinedListed(pairs, columns, part, one, two));
      if (split) split.from = i;
    }
    if (isDecisive && pairs.length === before) {
      pairs.length = first;
      return;
    }
  }
}

function initial(
  pairs: PairList,
  { tokenText, tokenTextStart }: NameColumns,
  { text, bits }: QueryPart,
  one: UnmatchedPart,
): AlignedPair | null {
  if (text.length > 1 && one.form.length > 2) return null;
  const start = tokenTextStart[one.token]!;
  const length = tokenTextStart[one.token + 1]! - start;
  if ((text.length > 1 && length > 1) || text.charCodeAt(0) !== tokenText[start]) return null;
  return add(pairs, one, 'initial', 0.7, Math.min(initialBits, bits, one.bits));
}

/** Compares a name truncated in a machine-readable zone with the beginning of the full name. */
function cutOff(pairs: PairList, { form }: QueryPart, one: UnmatchedPart): AlignedPair | null {
  if (form.length === 0 || form.length > one.form.length) return null;
  for (let i = 0; i < form.length; i++)
    if (form.codes[form.from + i] !== one.form.codes[one.form.from + i]) return null;
  return add(pairs, one, 'truncated', 0.9, Math.min(one.bits, bitsPerLetter * form.length));
}

/** Matches two initials written as one part, such as JC for Jean-Claude. */
function twoInitials(
  pairs: PairList,
  { tokenText, tokenTextStart }: NameColumns,
  { text, vowelless, syllable }: QueryPart,
  one: UnmatchedPart,
  two: UnmatchedPart,
): AlignedPair | null {
  if (text.length !== 2 || vowelless || syllable || isPronounceable.test(text)) return null;
  if (text.charCodeAt(0) !== tokenText[tokenTextStart[one.token]!]) return null;
  if (text.charCodeAt(1) !== tokenText[tokenTextStart[two.token]!]) return null;
  const pair = add(pairs, one, 'initial', 0.7, 2 * initialBits);
  pair.listedCount = 2;
  return pair;
}

/** Matches two letters that are more likely a short name, such as Ho, than two initials. */
const isPronounceable = /^(?:[^aeiou][aeiouy]|[aeiou][^aeiou])$/;

function poorer(
  pairs: PairList,
  { form, bits }: QueryPart,
  one: UnmatchedPart,
  { dateAgrees }: { dateAgrees: boolean },
): AlignedPair | null {
  const { form: listed } = one;
  if (oddConsonants(listed.letters, form.letters) > 5) return null;
  if (form.length < 3 || listed.length < 3) return null;
  const isStrict = !dateAgrees && form.vowelless === listed.vowelless;
  const alike = similarity(form, listed, isStrict ? minWithoutDate : minSimilarity);
  if (alike === 0) return null;
  return add(pairs, one, 'spelling', alike, matchedInformation(Math.min(bits, one.bits), alike));
}

/** One part of the query against two listed parts written as one. An initial is never part of a joined name. */
function joinedListed(
  pairs: PairList,
  columns: NameColumns,
  { form, bits }: QueryPart,
  one: UnmatchedPart,
  two: UnmatchedPart,
): AlignedPair | null {
  const length = one.form.length + two.form.length;
  if (Math.abs(form.length - length) > (form.vowelless ? 6 : 2)) return null;
  if (form.length < 4 || length < 4 || length > maxLetters) return null;
  if (isInitial(columns, one) || isInitial(columns, two)) return null;
  if (oddConsonants(one.form.letters | two.form.letters, form.letters) > 4) return null;
  join(one.form, two.form);
  const alike = similarity(form, joined, 0.85);
  if (alike === 0) return null;
  const queryBits = joined.vowelless || form.vowelless ? bits : 2 * bits;
  const information = matchedInformation(Math.min(queryBits, one.bits + two.bits), Math.min(alike, 0.97));
  const pair = add(pairs, one, 'joined', alike, information);
  pair.listedCount = 2;
  return pair;
}

function isInitial({ tokenTextStart }: NameColumns, { token }: { token: number }): boolean {
  return tokenTextStart[token + 1]! - tokenTextStart[token]! < 2;
}

function hasInitial(columns: NameColumns, start: number, count: number): boolean {
  for (let i = start; i < start + count; i++)
    if (isInitial(columns, { token: columns.nameTokens[i]! })) return true;
  return false;
}

/** Two parts of the query written as one against one listed part. */
function joinedGiven(
  pairs: PairList,
  first: QueryPart,
  second: QueryPart,
  one: UnmatchedPart,
): AlignedPair | null {
  const { length } = one.form;
  const letters = first.form.length + second.form.length;
  if (
    Math.abs(letters - length) > 2 ||
    first.vowelless ||
    first.syllable ||
    length < 4 ||
    letters > maxLetters
  )
    return null;
  if (oddConsonants(first.form.letters | second.form.letters, one.form.letters) > 4) return null;
  join(first.form, second.form);
  const alike = similarity(joined, one.form, 0.8);
  if (alike === 0) return null;
  const information = matchedInformation(Math.min(first.bits + second.bits, one.bits), alike);
  const pair = add(pairs, one, 'joined', alike, information);
  pair.count = 2;
  return pair;
}

/** Appends a pair of one part on either side. The caller sets the part of the query. */
function add(
  pairs: PairList,
  { at }: UnmatchedPart,
  how: AlignedPair['how'],
  alike: number,
  information: number,
): AlignedPair {
  const pair = pairs.next();
  pair.count = 1;
  pair.listedFrom = at;
  pair.listedCount = 1;
  pair.similarity = alike;
  pair.how = how;
  pair.information = information;
  return pair;
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

/** An unmatched listed part: its position in its name, its phonetic code, its information content in bits. */
class UnmatchedPart {
  at = 0;
  token = 0;
  bits = 0.5;
  readonly form = PhoneticForm.of('');
}

/** Scratch memory: allocating these for every name would cost more than comparing. */
const unmatchedParts = Array.from({ length: maxParts }, () => new UnmatchedPart());

/** Fills `unmatchedParts` with the unmatched parts that carry information, and returns their number. */
function gatherUnmatched(columns: NameColumns, { start, count, usedListed }: Progress): number {
  const { nameTokens, tokenBits, tokenFlags } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const token = nameTokens[start + at]!;
    if (usedListed & (1 << at) || tokenFlags[token]! & tokenFlag.minor) continue;
    const one = unmatchedParts[left++]!;
    one.at = at;
    one.token = token;
    one.bits = tokenBits[token]! / 10;
    readPhoneticForm(columns, token, one.form);
  }
  return left;
}

/** The listed part that follows immediately, if it is unmatched too. */
function unmatchedAfter(k: number, left: number): UnmatchedPart | null {
  const next = k + 1 < left ? unmatchedParts[k + 1]! : null;
  return next !== null && next.at === unmatchedParts[k]!.at + 1 ? next : null;
}

/** The minimum similarity at which two names count as the same name, joined or split differently. */
const leastAlike = 0.88;
/**
 * The same minimum for syllables, which letters distinguish poorly. Names with equally many parts are better compared
 * part by part.
 */
const minOfSyllables = 0.97;

/**
 * Compares two names letter by letter as if they were written without spaces. The listed name is tried from the start
 * of each of its parts: "Gibra nbassil" is Gibran Bassil. Null if they are not alike, or come from a script without
 * vowels.
 */
export function alignWhole(
  columns: NameColumns,
  { parts, whole }: Query,
  start: number,
  count: number,
): AlignedPair | null {
  if (whole === null || count + parts.length < 3 || count > 8) return null;
  const total = measure(columns, start, count);
  if (total < 4 || total > maxLetters) return null;
  if (Math.abs(total - whole.length) > Math.max(2, 0.2 * total)) return null;
  if (!hasVowels(columns, start, count) || oddConsonants(whole.letters, listed.letters) > 2) return null;
  // An initial next to a name easily sounds like another name: "M. Nasr" and "Mansour".
  const isStrict =
    parts.some((part) => part.syllable) || parts.length === count || hasInitial(columns, start, count);
  const minSimilarity = isStrict ? minOfSyllables : leastAlike;
  let best = 0;
  for (let from = 0; from < count; from++) {
    write(columns, start, count, from);
    if (listed.codes[0] !== whole.codes[0]) continue;
    best = Math.max(best, similarity(whole, listed, minSimilarity));
  }
  if (best === 0) return null;
  let bits = 0;
  for (let i = 0; i < count; i++) bits += columns.tokenBits[columns.nameTokens[start + i]!]! / 10;
  const alike = Math.min(best, 0.97);
  const information = matchedInformation(Math.min(bits, maxBits), alike);
  return {
    from: 0,
    count: parts.length,
    listedFrom: 0,
    listedCount: count,
    similarity: alike,
    how: 'joined',
    information,
  };
}

/** The most bits that a comparison of whole names contributes, however many parts they have. */
const maxBits = 30;

/** The listed name without spaces. The memory is reused, because it is filled for every name. */
const listed = new PhoneticForm(new Uint8Array(2 * maxLetters));

/** The number of letters of the listed name. */
function measure({ nameTokens, tokenCodeStart }: NameColumns, start: number, count: number): number {
  let total = 0;
  for (let i = start; i < start + count; i++) {
    const token = nameTokens[i]!;
    total += tokenCodeStart[token + 1]! - tokenCodeStart[token]!;
  }
  return total;
}

/** Records which letters the listed name has. Returns false if one of its parts leaves vowels out. */
function hasVowels(
  { nameTokens, tokenLetters, tokenFlags }: NameColumns,
  start: number,
  count: number,
): boolean {
  listed.letters = 0;
  for (let i = start; i < start + count; i++) {
    const token = nameTokens[i]!;
    if (tokenFlags[token]! & tokenFlag.vowelless) return false;
    listed.letters |= tokenLetters[token]!;
  }
  return true;
}

/** Writes the tokens from one position on, then the tokens before it. */
function write(
  { nameTokens, tokenCodeStart, tokenCode }: NameColumns,
  start: number,
  count: number,
  from: number,
): void {
  listed.length = 0;
  for (let i = 0; i < count; i++) {
    const token = nameTokens[start + ((from + i) % count)]!;
    append(listed, tokenCode, tokenCodeStart[token]!, tokenCodeStart[token + 1]! - tokenCodeStart[token]!);
  }
}

function append(to: PhoneticForm, codes: Uint8Array, from: number, length: number): void {
  for (let i = 0; i < length; i++) to.codes[to.length + i] = codes[from + i]!;
  to.length += length;
}
