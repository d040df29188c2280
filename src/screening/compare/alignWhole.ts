import { PhoneticForm } from '../names/PhoneticForm.ts';
import { maxLetters } from '../names/phoneticCode.ts';
import { type AlignedPair, isInitial, type NameColumns } from './alignment.ts';
import { matchedInformation } from './informationContent.ts';
import type { Query } from './query.ts';
import { oddConsonants, similarity } from './similarity.ts';
import { bitsOfToken, codeLengthOf, codeStartOf, isVowelless, lettersOf } from './tokenRow.ts';

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
  for (let i = 0; i < count; i++) bits += bitsOfToken(columns.tokenRows, columns.nameTokens[start + i]!);
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

function hasInitial(columns: NameColumns, start: number, count: number): boolean {
  for (let i = start; i < start + count; i++) if (isInitial(columns, columns.nameTokens[i]!)) return true;
  return false;
}

/** The most bits that a comparison of whole names contributes, however many parts they have. */
const maxBits = 30;

/** The listed name without spaces. The memory is reused, because it is filled for every name. */
const listed = new PhoneticForm(new Uint8Array(2 * maxLetters));

/** The number of letters of the listed name. */
function measure({ nameTokens, tokenRows }: NameColumns, start: number, count: number): number {
  let total = 0;
  for (let i = start; i < start + count; i++) {
    const token = nameTokens[i]!;
    total += codeLengthOf(tokenRows, token);
  }
  return total;
}

/** Records which letters the listed name has. Returns false if one of its parts leaves vowels out. */
function hasVowels({ nameTokens, tokenRows }: NameColumns, start: number, count: number): boolean {
  listed.letters = 0;
  for (let i = start; i < start + count; i++) {
    const token = nameTokens[i]!;
    if (isVowelless(tokenRows, token)) return false;
    listed.letters |= lettersOf(tokenRows, token);
  }
  return true;
}

/** Writes the tokens from one position on, then the tokens before it. */
function write(
  { nameTokens, tokenRows, tokenCode }: NameColumns,
  start: number,
  count: number,
  from: number,
): void {
  listed.length = 0;
  for (let i = 0; i < count; i++) {
    const token = nameTokens[start + ((from + i) % count)]!;
    append(listed, tokenCode, codeStartOf(tokenRows, token), codeLengthOf(tokenRows, token));
  }
}

function append(to: PhoneticForm, codes: Uint8Array, from: number, length: number): void {
  for (let i = 0; i < length; i++) to.codes[to.length + i] = codes[from + i]!;
  to.length += length;
}
