/**
 * Letters that look like Latin ones: each with the Latin letter behind it. A selection of the confusables of Unicode (UTS #39), and
 * letters that look alike in capitals or in some typefaces only.
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
// As small letters these look like other ones than as capitals.
toLatin.set('ν', 'v').set('η', 'n').set('Η', 'h').set('Ν', 'n').set('Л', 'l');

/** A word of Latin letters and those of another alphabet; Chinese, Japanese and Korean letters may stand beside Latin ones. */
const isMixed =
  /\p{Script=Latin}[\p{M}\p{N}]*[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{M}\p{N}]*\p{Script=Latin}/u;

/** Whether a word of a name has letters of several alphabets, as where some were exchanged for others that look alike. */
export function mixesAlphabets(name: string): boolean {
  return isMixed.test(visible(name));
}

/**
 * How a name may be meant that looks like another: with each letter that looks like a Latin one read as that, the other way
 * round, and backwards where a control character turns its direction.
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

/** Without characters that are not seen. */
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
