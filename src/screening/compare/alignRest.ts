import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { maxLetters } from '../names/phoneticCode.ts';
import { type AlignedPair, isInitial, type NameColumns, type PairList, type Progress } from './alignment.ts';
import { matchedInformation, minSimilarity } from './informationContent.ts';
import type { Query, QueryPart } from './query.ts';
import { oddConsonants, readPhoneticForm, similarity } from './similarity.ts';
import { bitsOfToken, codeLengthOf, isMinor, lettersOf, textStartOf } from './tokenRow.ts';

const initialBits = 3.2;

/** Bits for each letter of a truncated name. */
const bitsPerLetter = 2.5;

/** Unless the date of birth agrees, parts less similar than this are treated as two names, not as two spellings. */
const minWithoutDate = 0.7;

/**
 * Adds pairs among the unmatched parts: initials, joined parts and weaker similarities. Weak similarities count more if
 * the date of birth agrees.
 */
export function alignRest(
  columns: NameColumns,
  { parts, number }: Query,
  progress: Progress,
  pairs: PairList,
): void {
  const { usedQuery, dateAgrees } = progress;
  const first = pairs.length;
  const left = gatherUnmatched(columns, progress);
  // In a short name an unmatched part is stronger evidence than a weak similarity of another part.
  const isDecisive = !dateAgrees && left > 1 && parts.length <= 3;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    // A single letter is an initial, even one that is a particle elsewhere ("e", "y").
    if (usedQuery & (1 << i) || (part.minor && part.text.length > 1)) continue;
    const before = pairs.length;
    known.part = i;
    known.comparison = (number * maxParts + i) * 2 + (dateAgrees ? 1 : 0);
    const next = usedQuery & (2 << i) ? undefined : parts[i + 1];
    for (let k = 0; k < left; k++) {
      alignOne(columns, part, k, progress, pairs);
      if (next) joinedGiven(columns, part, next, k, pairs);
      if (k + 1 < left && unmatched.at[k + 1] === unmatched.at[k]! + 1) alignTwo(columns, part, k, pairs);
    }
    for (let row = before; row < pairs.length; row++) pairs.at(row).from = i;
    if (isDecisive && pairs.length === before) {
      pairs.length = first;
      return;
    }
  }
}

/** One part of the query against one listed part. */
function alignOne(
  columns: NameColumns,
  part: QueryPart,
  k: number,
  progress: Progress,
  pairs: PairList,
): void {
  if (part.cut && cutOff(columns, part, k, pairs)) return;
  if ((part.text.length === 1 || unmatched.lengths[k]! <= 2) && initial(columns, part, k, pairs)) return;
  poorer(columns, part, k, progress, pairs);
}

/** One part of the query against two neighbouring listed parts. */
function alignTwo(columns: NameColumns, part: QueryPart, k: number, pairs: PairList): void {
  if (part.text.length === 2 && twoInitials(columns, part, k, pairs)) return;
  joinedListed(columns, part, k, pairs);
}

function initial(columns: NameColumns, { text, bits }: QueryPart, k: number, pairs: PairList): boolean {
  const token = unmatched.tokens[k]!;
  const start = textStartOf(columns.tokenRows, token);
  if (text.length > 1 && !isInitial(columns, token)) return false;
  if (text.charCodeAt(0) !== columns.tokenText[start]) return false;
  add(pairs, k, 'initial', 0.7, Math.min(initialBits, bits, bitsOf(columns, k)));
  return true;
}

/** Compares a name truncated in a machine-readable zone with the beginning of the full name. */
function cutOff(columns: NameColumns, { form }: QueryPart, k: number, pairs: PairList): boolean {
  readPhoneticForm(columns, unmatched.tokens[k]!, listed);
  if (form.length === 0 || form.length > listed.length) return false;
  for (let i = 0; i < form.length; i++)
    if (form.codes[form.from + i] !== listed.codes[listed.from + i]) return false;
  add(pairs, k, 'truncated', 0.9, Math.min(bitsOf(columns, k), bitsPerLetter * form.length));
  return true;
}

/** Matches two initials written as one part, such as JC for Jean-Claude. */
function twoInitials(
  { tokenText, tokenRows }: NameColumns,
  { text, vowelless, syllable }: QueryPart,
  k: number,
  pairs: PairList,
): boolean {
  if (vowelless || syllable || isPronounceable.test(text)) return false;
  if (text.charCodeAt(0) !== tokenText[textStartOf(tokenRows, unmatched.tokens[k]!)]) return false;
  if (text.charCodeAt(1) !== tokenText[textStartOf(tokenRows, unmatched.tokens[k + 1]!)]) return false;
  add(pairs, k, 'initial', 0.7, 2 * initialBits).listedCount = 2;
  return true;
}

/** Matches two letters that are more likely a short name, such as Ho, than two initials. */
const isPronounceable = /^(?:[^aeiou][aeiouy]|[aeiou][^aeiou])$/;

function poorer(
  columns: NameColumns,
  { form, bits }: QueryPart,
  k: number,
  { dateAgrees }: Progress,
  pairs: PairList,
): void {
  if (form.length < 3 || unmatched.lengths[k]! < 3) return;
  if (oddConsonants(unmatched.letters[k]!, form.letters) > 5) return;
  const token = unmatched.tokens[k]!;
  const slot = Math.imul(token + known.part, 0x9e3779b1) >>> knownShift;
  if (known.tokens[slot] !== token || known.comparisons[slot] !== known.comparison) {
    readPhoneticForm(columns, token, listed);
    const isStrict = !dateAgrees && form.vowelless === listed.vowelless;
    known.tokens[slot] = token;
    known.comparisons[slot] = known.comparison;
    known.similarities[slot] = similarity(form, listed, isStrict ? minWithoutDate : minSimilarity);
  }
  const alike = known.similarities[slot]!;
  if (alike === 0) return;
  add(pairs, k, 'spelling', alike, matchedInformation(Math.min(bits, bitsOf(columns, k)), alike));
}

const knownShift = 23;

/**
 * The last comparisons by `poorer`: many names of one query share a part. A slot holds the listed part, its similarity, and
 * the comparison that found it: a number for the part of the query and whether the date agrees. `part` and `comparison` are
 * those of the current part.
 */
const known = {
  part: 0,
  comparison: 0,
  tokens: new Uint32Array(2 ** (32 - knownShift)),
  comparisons: new Float64Array(2 ** (32 - knownShift)).fill(-1),
  similarities: new Float64Array(2 ** (32 - knownShift)),
};

/** One part of the query against two listed parts written as one. An initial is never part of a joined name. */
function joinedListed(columns: NameColumns, { form, bits }: QueryPart, k: number, pairs: PairList): void {
  const { tokens, letters, lengths } = unmatched;
  const length = lengths[k]! + lengths[k + 1]!;
  if (Math.abs(form.length - length) > (form.vowelless ? 6 : 2)) return;
  if (form.length < 4 || length < 4 || length > maxLetters) return;
  if (oddConsonants(letters[k]! | letters[k + 1]!, form.letters) > 4) return;
  if (isInitial(columns, tokens[k]!) || isInitial(columns, tokens[k + 1]!)) return;
  readPhoneticForm(columns, tokens[k]!, listed);
  readPhoneticForm(columns, tokens[k + 1]!, listedNext);
  join(listed, listedNext);
  const alike = similarity(form, joined, 0.85);
  if (alike === 0) return;
  const queryBits = joined.vowelless || form.vowelless ? bits : 2 * bits;
  const listedBits = bitsOf(columns, k) + bitsOf(columns, k + 1);
  const information = matchedInformation(Math.min(queryBits, listedBits), Math.min(alike, 0.97));
  add(pairs, k, 'joined', alike, information).listedCount = 2;
}

/** Two parts of the query written as one against one listed part. */
function joinedGiven(
  columns: NameColumns,
  first: QueryPart,
  second: QueryPart,
  k: number,
  pairs: PairList,
): void {
  const length = unmatched.lengths[k]!;
  const letters = first.form.length + second.form.length;
  if (Math.abs(letters - length) > 2 || first.vowelless || first.syllable) return;
  if (length < 4 || letters > maxLetters) return;
  if (oddConsonants(first.form.letters | second.form.letters, unmatched.letters[k]!) > 4) return;
  readPhoneticForm(columns, unmatched.tokens[k]!, listed);
  join(first.form, second.form);
  const alike = similarity(joined, listed, 0.8);
  if (alike === 0) return;
  const information = matchedInformation(Math.min(first.bits + second.bits, bitsOf(columns, k)), alike);
  add(pairs, k, 'joined', alike, information).count = 2;
}

/** Appends a pair of one part on either side. The caller sets the part of the query. */
function add(
  pairs: PairList,
  k: number,
  how: AlignedPair['how'],
  alike: number,
  information: number,
): AlignedPair {
  const pair = pairs.next();
  pair.count = 1;
  pair.listedFrom = unmatched.at[k]!;
  pair.listedCount = 1;
  pair.similarity = alike;
  pair.how = how;
  pair.information = information;
  return pair;
}

/** Scratch memory: allocating these for every name would cost more than comparing. */
const listed = PhoneticForm.of('');
const listedNext = PhoneticForm.of('');

/** Two parts written as one. */
const joined = new PhoneticForm(new Uint8Array(2 * maxLetters));

function join(first: PhoneticForm, second: PhoneticForm): void {
  for (let i = 0; i < first.length; i++) joined.codes[i] = first.codes[first.from + i]!;
  for (let i = 0; i < second.length; i++) joined.codes[first.length + i] = second.codes[second.from + i]!;
  joined.length = first.length + second.length;
  joined.letters = first.letters | second.letters;
  joined.vowelless = first.vowelless;
}

/**
 * The unmatched listed parts that carry information: their positions in the name, and the letters and lengths of their
 * phonetic codes, which rule most of them out.
 */
const unmatched = {
  at: new Uint8Array(maxParts),
  tokens: new Uint32Array(maxParts),
  letters: new Uint32Array(maxParts),
  lengths: new Uint8Array(maxParts),
};

/** Fills `unmatched`, and returns the number of these parts. */
function gatherUnmatched(columns: NameColumns, { start, count, usedListed }: Progress): number {
  const { nameTokens, tokenRows } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const token = nameTokens[start + at]!;
    if (usedListed & (1 << at) || isMinor(tokenRows, token)) continue;
    unmatched.at[left] = at;
    unmatched.tokens[left] = token;
    unmatched.letters[left] = lettersOf(tokenRows, token);
    unmatched.lengths[left] = codeLengthOf(tokenRows, token);
    left += 1;
  }
  return left;
}

/** Information content of an unmatched listed part, in bits. */
function bitsOf({ tokenRows }: NameColumns, k: number): number {
  return bitsOfToken(tokenRows, unmatched.tokens[k]!);
}
