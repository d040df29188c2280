import { oddConsonants } from '../compare/oddConsonants.ts';
import type { Likeness, QueryPart, SimilarParts } from '../compare/query.ts';
import { readPhoneticForm } from '../compare/readPhoneticForm.ts';
import { similarity } from '../compare/similarity.ts';
import { consonantKey } from '../names/consonantKey.ts';
import { nameVariants } from '../names/nameVariants.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { phoneticCode } from '../names/phoneticCode.ts';
import { respellings } from '../names/respellings.ts';
import { romanisations } from '../names/romanisations.ts';
import { syllableSpellings } from '../names/syllableSpellings.ts';
import { keySeed } from './keySeed.ts';
import { eachUnder, keyOf } from './keyTable.ts';
import { mostSimilar, scratchOf } from './scratch.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { tokenKeys } from './tokenKeys.ts';
import { tokenTextOf } from './tokenTextOf.ts';

const mostPerKey = 2000;
/** Poorer likenesses are only tried between the names at hand. */
const leastForLookup = 0.74;
const mostOddConsonants = 5;

/**
 * Every listed part that shares a key with the part and is alike enough, the most alike first, without what it says.
 * @param options.joined the part is two of the query written as one
 */
export function similarParts(
  index: ScreeningIndex,
  part: QueryPart,
  { joined }: { joined: boolean },
): SimilarParts {
  const { tokenKeyHeads: heads, tokenKeys: keys, tokenKeyValues: values, tokenCodeStart } = index.columns;
  const table = { heads, keys, values };
  const similar: SimilarParts = { tokens: [], similarities: [], hows: [], information: [] };
  const scratch = scratchOf(index);
  scratch.clock += 1;
  const { clock, tokenSeen } = scratch;
  const shortest = joined && !part.vowelless ? part.form.length - 1 : 0;
  const visit = (token: number) => {
    if (tokenSeen[token] === clock) return;
    tokenSeen[token] = clock;
    if (shortest > 0 && tokenCodeStart[token + 1]! - tokenCodeStart[token]! < shortest) return;
    const alike = alikeness(index, part, token);
    if (part.syllable && !joined) insertSyllable(index, part, token, alike, similar);
    else if (part.minor && !joined) {
      if (alike === 1) insert(similar, token, 1, 'same');
    } else if (joined && part.syllable) {
      if (alike === 1) insert(similar, token, 1, 'joined');
    } else if (alike > 0)
      insert(similar, token, alike, joined ? 'joined' : alike === 1 ? 'same' : 'spelling');
  };
  for (const key of joined ? wholeKeys(part) : lookupKeys(part)) eachUnder(table, key, mostPerKey, visit);
  const also = (texts: readonly string[], how: Likeness) => {
    for (const text of texts)
      eachUnder(table, keyOf(text, keySeed.text), 6, (token) => {
        if (!sameText(index, token, text)) return;
        tokenSeen[token] = clock;
        raise(similar, token, 0.95, how);
      });
  };
  if (!joined) {
    also(nameVariants(part.text), 'nickname');
    for (const reading of respelled(part))
      for (const key of lookupKeys(reading))
        eachUnder(table, key, mostPerKey, (token) => {
          const alike = Math.min(alikeness(index, reading, token), 0.97);
          if (alike > 0) raise(similar, token, alike, 'spelling');
        });
  }
  if (part.syllable && !joined)
    for (const text of syllableSpellings(part.text))
      eachUnder(table, keyOf(text, keySeed.text), 6, (token) => {
        if (tokenSeen[token] === clock || !sameText(index, token, text)) return;
        tokenSeen[token] = clock;
        insertSyllable(index, part, token, 0, similar);
      });
  return similar;
}

/** One syllable is no spelling of another, however alike: it is the same in some romanisation, or a slip of the pen. */
function insertSyllable(
  index: ScreeningIndex,
  part: QueryPart,
  token: number,
  alike: number,
  similar: SimilarParts,
): void {
  const text = tokenTextOf(index.columns, token);
  const links = romanisations(part.text, text, part.syllable ?? 'latin');
  part.links?.set(token, links);
  if (alike === 1) insert(similar, token, 1, 'same');
  else if (links !== 0) insert(similar, token, 0.96, 'romanisation');
  else if (alike - otherSyllable >= leastForLookup) insert(similar, token, alike - otherSyllable, 'spelling');
}

/** What it takes from the likeness of two syllables that they are not one. */
const otherSyllable = 0.1;

/** Keeps a token that may be there already as less alike. */
function raise(similar: SimilarParts, token: number, alike: number, how: Likeness): void {
  const { tokens, similarities, hows, information } = similar;
  const at = tokens.indexOf(token);
  if (at >= 0 && similarities[at]! >= alike) return;
  if (at >= 0) for (const column of [tokens, similarities, hows, information]) column.splice(at, 1);
  insert(similar, token, alike, how);
}

/** Keeps the most alike, in order; of equals the first. */
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

/** Two parts written as one need not bear a slip of the pen as well. */
function wholeKeys({ text, phoneticCode: code, consonants }: QueryPart): number[] {
  return [keyOf(text, keySeed.text), keyOf(consonants, keySeed.consonants), keyOf(code, keySeed.nearSound)];
}

function respelled(part: QueryPart): QueryPart[] {
  return respellings(part.text).map((text) => {
    const code = phoneticCode({ ...part, text });
    const form = PhoneticForm.of(code, part);
    return { ...part, text, phoneticCode: code, form, consonants: consonantKey(code) };
  });
}

function lookupKeys(part: QueryPart): number[] {
  const keys = tokenKeys(part.text, part.phoneticCode, part.consonants);
  return part.vowelless ? [...keys, ...otherReadings(part)] : keys;
}

/** Keys of how else a word without vowels may be read: w as a vowel, dh as z, th as s. */
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

function alikeness(index: ScreeningIndex, part: QueryPart, token: number): number {
  const { columns } = index;
  const letters = columns.tokenLetters[token]!;
  if (oddConsonants(letters, part.form.letters) > mostOddConsonants) return 0;
  if (letters === part.form.letters && sameText(index, token, part.text)) return 1;
  readPhoneticForm(columns, token, listed);
  const least = Math.min(part.form.length, listed.length) <= 3 ? 0.78 : leastForLookup;
  return Math.min(similarity(part.form, listed, least), 0.985);
}

const listed = PhoneticForm.of('');

function sameText(index: ScreeningIndex, token: number, text: string): boolean {
  const { tokenTextStart, tokenText } = index.columns;
  const from = tokenTextStart[token]!;
  if (tokenTextStart[token + 1]! - from !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (tokenText[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
