/**
 * Letters that look like Latin ones, each with the Latin letter. A selection of the confusables of Unicode (UTS #39),
 * and letters that look alike only in capitals or in some typefaces.
 */
const lookalikes = {
  Cyrillic:
    'аa вb еe нh іi їi јj кk мm оo рp сc тt уy хx ѕs үy ԛq ԝw ѵv ӏl һh бb гr ёe иu зz пn шw ьb ԁd ԍg ѡw яr чy',
  Greek: 'αa βb γy εe ζz ηh ιi κk μm νv οo ρp τt υy χx ωw ϲc ϳj σo πn',
  Armenian: 'աw գq զq լl հh յj ոn ռn սu տs ցg օo քp',
};

const toLatin = new Map<string, string>();
const fromLatin = new Map<string, Map<string, string>>();
for (const [script, pairs] of Object.entries(lookalikes)) {
  const others = new Map<string, string>();
  for (const [letter = '', latin = ''] of pairs.split(' ').map((pair) => [...pair])) {
    toLatin.set(letter, latin);
    if (!others.has(latin)) others.set(latin, letter);
  }
  fromLatin.set(script, others);
}
// These small letters resemble other Latin letters than their capitals do.
toLatin.set('ν', 'v').set('η', 'n').set('Η', 'h').set('Ν', 'n').set('Л', 'l');

/**
 * Matches a word with Latin letters and letters of another alphabet. Chinese, Japanese and Korean characters may be
 * combined with Latin letters.
 */
const isMixed =
  /\p{Script=Latin}[\p{M}\p{N}]*[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{M}\p{N}]*\p{Script=Latin}/u;

/** Whether a word of a name mixes alphabets, as when letters were exchanged for similar-looking ones. */
export function mixesAlphabets(name: string): boolean {
  return isMixed.test(visible(name));
}

/**
 * Possible intended readings of a disguised name: with similar-looking letters replaced by Latin ones, with Latin
 * letters replaced by similar-looking ones, and reversed if a control character turns its direction.
 */
export function disguisedReadings(name: string): string[] {
  const readings: string[] = [];
  if (isTurned.test(name)) readings.push([...visible(name)].reverse().join(''));
  const plain = visible(name);
  if (!/\p{Script=Latin}/u.test(plain) || !isAlphabet.test(plain)) return readings;
  const words = plain.split(' ');
  if (!words.some((word) => isMixed.test(word) || isLookalike(word))) return readings;
  readings.push(replaced(plain, toLatin));
  for (const [script, letters] of fromLatin)
    if (new RegExp(`\\p{Script=${script}}`, 'u').test(plain))
      readings.push(words.map((word) => (isMixed.test(word) ? replaced(word, letters) : word)).join(' '));
  return [...new Set(readings)].filter((reading) => reading !== plain);
}

const isTurned = /[\u202d\u202e]/;
const isAlphabet = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** A text with the letters of other alphabets replaced by the Latin ones that they look like. */
export function fromLookalikes(text: string): string {
  return isAlphabet.test(text) ? replaced(text, toLatin) : text;
}

/** Removes invisible characters. */
function visible(name: string): string {
  return name.normalize('NFKC').replace(/\p{Cf}/gu, '');
}

function isLookalike(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? [];
  return letters.length > 0 && letters.every((letter) => read(letter, toLatin) !== letter);
}

function replaced(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => read(letter, letters)).join('');
}

function read(letter: string, letters: ReadonlyMap<string, string>): string {
  return letters.get(letter) ?? letters.get(letter.toLowerCase()) ?? letter;
}
