import { eastAsianSurname } from './syllables.ts';

/** Maximum number of readings per name: a syllable ends with n or ng, which Cyrillic does not tell apart. */
const maxReadings = 32;

/**
 * The Korean readings in Latin letters of a name that was written by its sound in Cyrillic, or in the Latin letters of
 * languages that took it from there: Ким Чен Ын, Kim Čen Yn. None for any other name.
 *
 * Source: the system of L. Kontsevich, and the spellings with е for ㅓ that preceded it.
 */
export function koreanReadings(name: string): string[] {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  if (words.length < 2 || words.length > 4 || !isWritten.test(name)) return [];
  const inCyrillic = words.map((word) => (cyrillic.test(word) ? word : fromLatin(word)));
  const perWord = inCyrillic.map(readingsOfWord);
  if (perWord.some((readings) => readings.length === 0)) return [];
  const isFamily = (readings: readonly string[] | undefined) =>
    readings?.some((one) => eastAsianSurname(one) !== null) ?? false;
  if (!isFamily(perWord[0]) && !isFamily(perWord.at(-1))) return [];
  let names = [''];
  for (const readings of perWord)
    names = names.flatMap((name) => readings.map((one) => `${name} ${one}`)).slice(0, maxReadings);
  return names.map((one) => one.trim());
}

const isWritten = /[а-яё]|[čž]/i;
const cyrillic = /^[а-яё]+$/;

/** The Cyrillic letters behind a word in Latin ones. */
function fromLatin(word: string): string {
  return word.replace(/ch|kh|[yj][aeou]|[a-zčžėě]/g, (letters) => letter.get(letters) ?? letters);
}

const letter = new Map(
  'ch чх|kh кх|ya я|ye е|yo ё|yu ю|ja я|je е|jo ё|ju ю|č ч|ž ж|ė э|ě е|a а|b б|d д|e е|g г|h х|i и|j й|k к|l л|m м|n н|o о|p п|r р|s с|t т|u у|v в|y ы'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** One or two syllables, as given names are also written in one word. */
function readingsOfWord(word: string): string[] {
  const one = readingsOfSyllable(word);
  if (one.length > 0 || word.length < 4) return one;
  const both: string[] = [];
  for (let at = 2; at <= word.length - 2; at++)
    for (const first of readingsOfSyllable(word.slice(0, at)))
      both.push(...readingsOfSyllable(word.slice(at)).map((second) => `${first} ${second}`));
  return both;
}

function readingsOfSyllable(text: string): string[] {
  const match = syllable.exec(text);
  if (!match) return [];
  const [, initial = '', vowel = '', coda = ''] = match;
  return vowels[vowel]!.flatMap((nucleus) =>
    codas[coda]!.map((end) => `${initials[initial]!}${nucleus}${end}`),
  );
}

const initials: Record<string, string> = {
  '': '',
  г: 'g',
  к: 'k',
  кк: 'kk',
  кх: 'k',
  н: 'n',
  д: 'd',
  т: 't',
  тт: 'tt',
  тх: 't',
  р: 'r',
  л: 'r',
  м: 'm',
  б: 'b',
  п: 'p',
  пп: 'pp',
  пх: 'p',
  с: 's',
  сс: 'ss',
  ш: 's',
  ч: 'j',
  дж: 'j',
  чж: 'j',
  чч: 'jj',
  чх: 'ch',
  х: 'h',
};

const vowels: Record<string, string[]> = {
  а: ['a'],
  я: ['ya'],
  э: ['ae'],
  е: ['eo', 'e', 'yeo'],
  ё: ['yeo', 'yo'],
  йе: ['ye'],
  о: ['eo', 'o'],
  у: ['u'],
  ю: ['yu'],
  ы: ['eu'],
  ый: ['ui'],
  и: ['i'],
  ва: ['wa'],
  вэ: ['wae'],
  ве: ['oe', 'we'],
  во: ['wo'],
  ви: ['wi'],
};

const codas: Record<string, string[]> = {
  '': [''],
  к: ['k'],
  н: ['ng', 'n'],
  нъ: ['ng'],
  л: ['l'],
  ль: ['l'],
  м: ['m'],
  п: ['p'],
  т: ['t'],
};

const oneOf = (table: Record<string, unknown>) =>
  Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join('|');
const syllable = new RegExp(`^(${oneOf(initials)})(${oneOf(vowels)})(${oneOf(codas)})$`);
