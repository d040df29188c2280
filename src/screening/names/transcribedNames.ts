import { japaneseReadings } from './japanese.ts';
import data from './transcribedNames.json' with { type: 'json' };

/**
 * The script of a foreign name that is written by its sound in Chinese or Korean characters, from which no comparison
 * recovers the original; `null` for any other name. A Chinese or Korean name begins (or, in Western order, ends) with a
 * family name and has at most two more characters; a dictionary reads a Japanese one.
 */
export function transcribedIn(name: string): 'Han' | 'Katakana' | 'Hangul' | null {
  if (!asian.test(name)) return null;
  if (/\p{Script=Katakana}\s*[・･=＝]\s*\p{Script=Katakana}/u.test(name)) return 'Katakana';
  const words = name.normalize('NFC').match(/[\p{Script=Han}\p{Script=Hangul}]+/gu) ?? [];
  if (words.length === 0 || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return null;
  const isHangul = /\p{Script=Hangul}/u.test(words.join(''));
  const isOwn = isHangul ? isKoreanName : isChineseName;
  if (!separated.test(name) && (words.length === 1 ? isOwn(words[0]!) : isOwnInWords(words, { isHangul })))
    return null;
  if (isHangul) return 'Hangul';
  const letters = [...words.join('')];
  return !isForeign(letters, letters) && japaneseReadings(name).names.length > 0 ? null : 'Han';
}

const asian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;

/** Matches a dot between two words, which Chinese puts into foreign names alone. */
const separated = /[\p{Script=Han}\p{Script=Hangul}]\s*[·•‧・･．.]\s*[\p{Script=Han}\p{Script=Hangul}]/u;

function isChineseName(name: string): boolean {
  const letters = [...name];
  if (compound.has(name.slice(0, 2))) return letters.length <= 4;
  if (!surnames.has(letters[0]!)) return false;
  // The name of a married woman may have two family names.
  if (letters.length === 4)
    return surnames.has(letters[1]!) && !letters.every((one) => transcribing.has(one));
  return letters.length <= 3 && !isForeign(letters);
}

/** Whether every character also writes foreign names, and one of the given name hardly anything else. */
function isForeign(letters: string[], given = letters.slice(1)): boolean {
  return letters.every((one) => transcribing.has(one)) && given.some((one) => foreign.has(one));
}

/** The same for a name in several words, such as "Guoying Tony WANG": only one of them may be the family name. */
function isOwnInWords(words: string[], { isHangul }: { isHangul: boolean }): boolean {
  const all = [...words.join('')];
  if (!isHangul) return words.every((word) => word.length < 4) && !isForeign(all, all);
  const families = [words[0]!, words.at(-1)!];
  return families.some((family, at) => {
    const given = at === 0 ? words.slice(1) : words.slice(0, -1);
    return isKoreanFamily(family) && given.every(isKoreanGiven);
  });
}

function isKoreanFamily(word: string): boolean {
  return koreanCompound.has(word) || (word.length === 1 && koreanSurnames.has(word));
}

function isKoreanGiven(word: string): boolean {
  return word.length < 3 && [...word].every((one) => koreanSyllables.has(one));
}

function isKoreanName(name: string): boolean {
  const familyLength = koreanCompound.has(name.slice(0, 2)) && name.length > 2 ? 2 : 1;
  return isKoreanFamily(name.slice(0, familyLength)) && isKoreanGiven(name.slice(familyLength));
}

const surnames = new Set(data.chineseSurnames);
const compound = new Set(data.compoundSurnames.split(' '));
const transcribing = new Set(data.transcribing);
const foreign = new Set(data.foreign);
const koreanSurnames = new Set(data.koreanSurnames);
const koreanCompound = new Set(data.koreanCompoundSurnames.split(' '));
const koreanSyllables = new Set(data.koreanSyllables);
