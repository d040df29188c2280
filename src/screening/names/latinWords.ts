import anyAscii from 'any-ascii';
import { burmeseSyllables } from './burmese.ts';
import { kanaInLatin } from './japanese.ts';
import type { NamePart } from './namePart.ts';
import { isCommonName } from './partFrequency.ts';

/** The words of a name in any script, transliterated to plain lower-case Latin letters. */
export function latinWords(name: string): NamePart[] {
  const plain = plainWords(name);
  return plain ? spacedOut(plain).map(plainPart) : withGod(spacedOut(split(name))).flatMap(latin);
}

/**
 * The words of a name that consists of Latin letters, digits, spaces and common punctuation, as most do; null for any
 * other name.
 */
function plainWords(name: string): string[] | null {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i < name.length; i++) {
    const kind = kinds[name.charCodeAt(i)] ?? other;
    if (kind === other) return null;
    if (kind === inWord) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      words.push(name.slice(start, i));
      start = -1;
    }
  }
  if (start >= 0) words.push(start === 0 ? name : name.slice(start));
  return words;
}

const other = 0;
const inWord = 1;
const between = 2;

/** By character code: letter of a word, separator, or character that needs the slow path, such as an ignored mark. */
const kinds = Array.from({ length: 128 }, (_, code) => {
  const one = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(one)) return inWord;
  return /[\x20-\x7e]/.test(one) && !/['`"_]/.test(one) ? between : other;
});

function plainPart(word: string): NamePart {
  return partOf(lettered(word.toLowerCase()));
}

/** Maximum number of consecutive single letters that are read as initials. A longer run is one word spaced out. */
export const maxInitials = 4;

/** Joins a word that was spaced out, such as "V l a d i m i r". */
function spacedOut(words: string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    let end = i;
    while (end < words.length && words[end]!.length <= 2 && /^\p{L}$/u.test(words[end]!)) end++;
    if (end - i > maxInitials) {
      out.push(words.slice(i, end).join(''));
      i = end - 1;
    } else out.push(words[i]!);
  }
  return out;
}

const ascii = /^[\x20-\x7e]*$/;

function split(name: string): string[] {
  if (ascii.test(name))
    return name
      .replace(/['`"_]/g, '')
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean);
  return name
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cf}|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu, '')
    .replace(/['`"_’‘ʼʻʹʺ′´“”„«»׳״]/g, '')
    .split(/[^\p{Alphabetic}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;
const otherVowelless = /[\u0590-\u05ff\u0700-\u074f]/;
const syllabic = /[\u3400-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}]/u;

const burmese = /[\u1000-\u102a]/;
const kana = /^[\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe]+$/;
const hangul = /[\uac00-\ud7af]/;

function latin(word: string): NamePart[] {
  if (/^[A-Za-z0-9]+$/.test(word)) return [plainPart(word)];
  if (burmese.test(word)) return burmeseSyllables(word).flatMap((one) => partsOfText(one, {}));
  if (kana.test(word)) return partsOfText(kanaInLatin(word), {});
  if (arabic.test(word))
    return arabicWords(word).flatMap((one) => partsOfText(anyAscii(one), { vowelless: true }));
  if (syllabic.test(word))
    return anyAscii(word)
      .split(/(?=[A-Z])/)
      .flatMap((one) => partsOfText(one, { syllable: hangul.test(word) ? 'hangul' : 'han' }));
  // Corrections to any-ascii: two letters that it reads as s, and an Armenian vowel that is written with two letters.
  const read = word.replace(/[শষ]/g, 'sh').replace(/[Ոո][Ււ]/g, 'u');
  return partsOfText(anyAscii(read), { vowelless: otherVowelless.test(word) });
}

function partsOfText(text: string, kind: Partial<NamePart>): NamePart[] {
  const plain = lettered(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return plain ? [partOf(plain, kind)] : [];
}

function partOf(text: string, { vowelless = false, syllable = null }: Partial<NamePart> = {}): NamePart {
  return { text, vowelless, minor: false, syllable, cut: false };
}

/**
 * Replaces digits that stand for letters within a word, as in scanned or disguised names. A one is an i if that makes a
 * common name, or between consonants. Next to a vowel it is an l, which is more frequent there than another vowel.
 */
function lettered(text: string): string {
  if (!/\d/.test(text) || !/[a-z].*[a-z]/.test(text)) return text;
  const read = text.replace(/[03459]/g, (digit) => disguises[digit]!);
  const vowel = read.replaceAll('1', 'i');
  return isCommonName(vowel) ? vowel : read.replace(/(?<=[aeiou])1|1(?=[aeiou])/g, 'l').replaceAll('1', 'i');
}

const disguises: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 9: 'g' };

/**
 * Joins names with Allah, such as Abd Allah and Hidayat Allah, to their form in Latin script: Abdullah, Hidayatullah.
 */
function withGod(words: string[]): string[] {
  if (!words.some((word) => god.test(word))) return words;
  const out: string[] = [];
  for (const word of words) {
    const last = out.at(-1);
    if (last && god.test(word) && arabic.test(last) && !god.test(last)) out[out.length - 1] = `${last}الله`;
    else out.push(word);
  }
  return out;
}

const god = /^ا?لل[هہ]$/;
const endsInGod = /^(.+?)ا?لل[هہ]$/;

/** Splits off the article and Abd-, which Arabic joins to the next word. The vowels of -ullah are known. */
function arabicWords(word: string): string[] {
  if (god.test(word)) return ['allah'];
  const servant = endsInGod.exec(word)?.[1];
  if (servant) return [servant === 'عبد' ? 'abdullah' : `${anyAscii(servant)}ullah`];
  const bare = /^عبد(?:ال|ل)?(.{3,})$/.exec(word);
  if (bare && !/^ل?له$/.test(bare[1]!)) return ['عبد', bare[1]!];
  return [word.replace(/^و?ال(?=.{3,})/, '')];
}
