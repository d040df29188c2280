import type { Likeness, QueryPart, SimilarParts } from '../compare/query.ts';
import { oddConsonants, readPhoneticForm, similarity } from '../compare/similarity.ts';
import {
  codeLengthOf,
  codeStartOf,
  isVowelless,
  lettersOf,
  textLengthOf,
  textStartOf,
} from '../compare/tokenRow.ts';
import {
  eachUnder,
  fetchUnder,
  hasKey,
  type KeyTable,
  keepRead,
  keyOf,
  keySeed,
  tokenKeys,
  tokenTextOf,
} from '../index/keyTable.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { nameVariants, respellings } from '../names/nameVariants.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { consonantKey, phoneticCode } from '../names/phoneticCode.ts';
import { isVowel, longestSyllable, Romanisations, syllableSpellings } from '../names/Romanisations.ts';
import { mostSimilar, type SeenTokens, scratchOf } from './scratch.ts';

const maxPerKey = 2000;
/** Minimum similarity in a lookup. Weaker similarities are only tried for the names that are compared. */
const minForLookup = 0.74;
const maxOddConsonants = 5;

/**
 * Every listed part that shares a key with the part and is similar enough, most similar first. The information content
 * is not set.
 * @param options.joined whether the part is two parts of the query written as one
 */
export function similarParts(
  index: ScreeningIndex,
  part: QueryPart,
  { joined }: { joined: boolean },
): SimilarParts {
  const { seen } = scratchOf(index);
  seen.clear();
  const table = tableOf(index);
  const keys = joined ? wholeKeys(part) : lookupKeys(part);
  fetchUnder(table, keys);
  for (let i = 0; i < keys.length; i++) seen.addUnder(table, keys[i]!, maxPerKey);
  fetchTokens(index, seen);
  const similar: SimilarParts = { tokens: [], similarities: [], hows: [], information: [] };
  if (joined) addJoined(index, part, similar);
  else if (part.syllable) addSyllables(index, part, similar);
  else {
    addSpellings(index, part, similar);
    addOther(index, part, similar);
  }
  return similar;
}

/** Prefetches the rows that the comparison of these tokens will read, like `fetchRows`. */
function fetchTokens({ columns }: ScreeningIndex, { tokens, length }: SeenTokens): void {
  const { tokenRows, tokenCode, tokenFrequency, tokenNameStart } = columns;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const token = tokens[i]!;
    sum ^= tokenCode[codeStartOf(tokenRows, token)]! ^ tokenFrequency[token]! ^ tokenNameStart[token]!;
  }
  keepRead(sum);
}

function tableOf({ columns }: ScreeningIndex): KeyTable {
  return { heads: columns.tokenKeyHeads, keys: columns.tokenKeys, values: columns.tokenKeyValues };
}

/** Adds the seen tokens that are similar enough. A minor part, such as an article, only matches equal tokens. */
function addSpellings(index: ScreeningIndex, part: QueryPart, similar: SimilarParts): void {
  const { tokens, length } = scratchOf(index).seen;
  for (let i = 0; i < length; i++) {
    const token = tokens[i]!;
    // A full list takes only what is more similar than its last one: most comparisons then end early.
    const least = similar.similarities[mostSimilar - 1] ?? 0;
    const alike = alikeness(index, part, token, least);
    if (alike === 1) insert(similar, token, 1, 'same');
    else if (alike > 0 && !part.minor) insert(similar, token, alike, 'spelling');
  }
}

/** The same for two parts written as one. Syllables must be equal. */
function addJoined(index: ScreeningIndex, part: QueryPart, similar: SimilarParts): void {
  const { tokenRows } = index.columns;
  const { tokens, length } = scratchOf(index).seen;
  const shortest = part.vowelless ? 0 : part.form.length - 1;
  for (let i = 0; i < length; i++) {
    const token = tokens[i]!;
    if (codeLengthOf(tokenRows, token) < shortest) continue;
    const alike = alikeness(index, part, token);
    if (alike === 1 || (alike > 0 && !part.syllable)) insert(similar, token, alike, 'joined');
  }
}

/** The same for a syllable, including its spellings in other romanisations. */
function addSyllables(index: ScreeningIndex, part: QueryPart, similar: SimilarParts): void {
  const { seen } = scratchOf(index);
  const romanisations = new Romanisations(part.text, part.syllable ?? 'latin');
  const add = (token: number, alike: number) => {
    const links = mayBeSyllable(index, token) ? romanisations.of(tokenTextOf(index.columns, token)) : 0;
    insertSyllable(similar, part, { token, alike, links });
  };
  const { tokens, length } = seen;
  for (let i = 0; i < length; i++) add(tokens[i]!, alikeness(index, part, tokens[i]!));
  addOther(index, part, similar);
  for (const text of syllableSpellings(part.text))
    eachUnder(tableOf(index), keyOf(text, keySeed.text), 6, (token) => {
      if (seen.has(token) || !sameText(index, token, text)) return;
      seen.add(token);
      add(token, 0);
    });
}

/** Whether a listed part is short and has at most one run of vowels: a fast way to rule most parts out. */
function mayBeSyllable({ columns }: ScreeningIndex, token: number): boolean {
  const { tokenText, tokenRows } = columns;
  const from = textStartOf(tokenRows, token);
  const end = from + textLengthOf(tokenRows, token);
  if (end - from > longestSyllable) return false;
  let runs = 0;
  for (let i = from; i < end; i++)
    if (isVowel(tokenText[i]!) && (i === from || !isVowel(tokenText[i - 1]!))) runs += 1;
  return runs < 2;
}

/** Adds alternative phonetic forms of the name, and forms by language-specific spelling. */
function addOther(index: ScreeningIndex, part: QueryPart, similar: SimilarParts): void {
  const table = tableOf(index);
  const { seen } = scratchOf(index);
  // A word without vowels looks like the short form of a name (mhmd) and is not.
  for (const text of part.vowelless ? [] : nameVariants(part.text))
    eachUnder(table, keyOf(text, keySeed.text), 6, (token) => {
      if (!sameText(index, token, text) || isVowelless(index.columns.tokenRows, token)) return;
      seen.add(token);
      raise(similar, token, 0.95, 'nickname');
    });
  for (const reading of respelled(part))
    for (const key of lookupKeys(reading))
      eachUnder(table, key, maxPerKey, (token) => {
        const alike = Math.min(alikeness(index, reading, token), 0.97);
        if (alike > 0) raise(similar, token, alike, 'spelling');
      });
}

/**
 * Adds a syllable. Similar syllables are not spellings of each other: a syllable must be equal in some romanisation, or
 * be a typing error.
 */
function insertSyllable(
  similar: SimilarParts,
  part: QueryPart,
  { token, alike, links }: { token: number; alike: number; links: number },
): void {
  if (links !== 0) part.links?.set(token, links);
  if (alike === 1) insert(similar, token, 1, 'same');
  else if (links !== 0) insert(similar, token, 0.96, 'romanisation');
  else if (alike - otherSyllable >= minForLookup) insert(similar, token, alike - otherSyllable, 'spelling');
}

/** Deduction from the similarity of two different syllables. */
const otherSyllable = 0.1;
/** Minus `otherSyllable`, this is just below `minForLookup`. */
const minForSyllable = minForLookup + otherSyllable - 0.01;

/** Adds a token, or raises its similarity if it is present with a lower one. */
function raise(similar: SimilarParts, token: number, alike: number, how: Likeness): void {
  const { tokens, similarities, hows, information } = similar;
  const at = tokens.indexOf(token);
  if (at >= 0 && similarities[at]! >= alike) return;
  if (at >= 0) for (const column of [tokens, similarities, hows, information]) column.splice(at, 1);
  insert(similar, token, alike, how);
}

/** Inserts a token into the list of the most similar ones, in order; among equals the first stays first. */
function insert(similar: SimilarParts, token: number, alike: number, how: Likeness): void {
  const { tokens, similarities, hows, information } = similar;
  let at = tokens.length;
  if (at === mostSimilar) {
    if (similarities[at - 1]! >= alike) return;
    at -= 1;
  } else information.push(0);
  for (; at > 0 && similarities[at - 1]! < alike; at--) {
    tokens[at] = tokens[at - 1]!;
    similarities[at] = similarities[at - 1]!;
    hows[at] = hows[at - 1]!;
  }
  tokens[at] = token;
  similarities[at] = alike;
  hows[at] = how;
}

/** Keys of two parts written as one. Typing errors are not considered in addition. */
function wholeKeys({
  text,
  phoneticCode: code,
  consonants,
}: Pick<QueryPart, 'text' | 'phoneticCode' | 'consonants'>): number[] {
  return [keyOf(text, keySeed.text), keyOf(consonants, keySeed.consonants), keyOf(code, keySeed.nearSound)];
}

/** Whether two parts written as one may resemble any listed part; most don't. */
export function hasWhole(index: ScreeningIndex, text: string, code: string): boolean {
  const table = tableOf(index);
  const keys = wholeKeys({ text, phoneticCode: code, consonants: consonantKey(code) });
  fetchUnder(table, keys);
  return keys.some((key) => hasKey(table, key));
}

function respelled(part: QueryPart): QueryPart[] {
  return respellings(part.text).map((text) => {
    const code = phoneticCode({ ...part, text });
    const form = PhoneticForm.of(code, part);
    return { ...part, text, syllable: null, phoneticCode: code, form, consonants: consonantKey(code) };
  });
}

function lookupKeys(part: QueryPart): number[] {
  const keys = tokenKeys(part.text, part.phoneticCode, part.consonants);
  return part.vowelless ? [...keys, ...otherReadings(part)] : keys;
}

/** Keys of alternative readings of a word without vowels: w as a vowel, dh as z, th as s. */
function otherReadings(part: QueryPart): number[] {
  const texts = [part.text.replace(/dh/g, 'z'), part.text.replace(/th/g, 's')];
  const consonants = texts
    .filter((text) => text !== part.text)
    .map((text) => consonantKey(phoneticCode({ ...part, text })));
  const all = [part.consonants, ...consonants].flatMap((key) => [key, key.replace(/(?<=.)v/g, '')]);
  return [...new Set(all)]
    .filter((key) => key !== part.consonants)
    .map((key) => keyOf(key, keySeed.consonants));
}

/** @param least a similarity below it may be returned as 0 */
function alikeness(index: ScreeningIndex, part: QueryPart, token: number, least = 0): number {
  const { columns } = index;
  const letters = lettersOf(columns.tokenRows, token);
  if (oddConsonants(letters, part.form.letters) > maxOddConsonants) return 0;
  if (letters === part.form.letters && sameText(index, token, part.text)) return 1;
  readPhoneticForm(columns, token, listed);
  return Math.min(similarity(part.form, listed, Math.max(least, leastAlike(part, listed))), 0.985);
}

const listed = PhoneticForm.of('');

/** The minimum similarity; anything less similar is discarded. */
function leastAlike({ form, syllable }: QueryPart, other: PhoneticForm): number {
  if (syllable) return minForSyllable;
  return Math.min(form.length, other.length) <= 3 ? 0.78 : minForLookup;
}

function sameText(index: ScreeningIndex, token: number, text: string): boolean {
  const { tokenRows, tokenText } = index.columns;
  if (textLengthOf(tokenRows, token) !== text.length) return false;
  const from = textStartOf(tokenRows, token);
  for (let i = 0; i < text.length; i++) if (tokenText[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
