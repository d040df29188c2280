import type { NamePart } from './namePart.ts';

/**
 * The phonetic code of a name part, independent of the language of its spelling: one letter per sound (S for sh, C for
 * ch, c for ts), k for c and q, i for y, no doubled letters (except in a script without vowels, where two in a row have
 * a vowel between them). Input of `editCost`.
 */
export function phoneticCode({ text, vowelless }: Pick<NamePart, 'text' | 'vowelless'>): string {
  let code = text;
  let left = rulesFor(code);
  while (left !== 0) {
    const rule = 31 - Math.clz32(left & -left);
    left &= left - 1;
    const { any, pattern, sounds } = rules[rule]!;
    if (!hasAny(code, any)) continue;
    code = code.replace(pattern, sounds);
    left = rulesFor(code) & (-2 << rule);
  }
  return (vowelless ? code : undoubled(code)) || text;
}

/**
 * Replacement rules, applied in this order. Before each pattern: letters that it requires. Most names lack them, and
 * they are fast to search for.
 */
const rules = (
  [
    [['tsch', 'tch', 'cz', 'tj'], /tsch|tch|cz(?=.)|tj(?=[aeiou])/g, 'C'],
    [['shch', 'schtsch', 'szcz'], /shch|schtsch|szcz/g, 'S'],
    [['sch', 'sh', 'sz'], /sch|sh|sz(?=[aeiouy])/g, 'S'],
    [['dzh', 'dsch', 'dj', 'zh'], /dzh|dsch|dj|zh/g, 'j'],
    [['ch'], /ch/g, 'C'],
    [['ph'], /ph/g, 'f'],
    [['kh'], /kh/g, 'h'],
    [['gh', 'th', 'dh', 'bh', 'rh'], /(?<=[gtdbr])h/g, ''],
    [['ce', 'ci', 'cy'], /c(?=[eiy])/g, 's'],
    [['c', 'q'], /ck|cq|q|c/g, 'k'],
    [['ts', 'tz'], /ts|tz/g, 'c'],
    [['dz'], /dz/g, 'z'],
    [['w'], /w/g, 'v'],
    [['x'], /x/g, 'ks'],
    [['oo', 'ou', 'eu', 'ue'], /oo|ou|eu|ue/g, 'u'],
    [['eo', 'oe'], /eo|oe/g, 'o'],
    [['aa', 'ae'], /aa|ae/g, 'a'],
    [['y', 'ii', 'ij', 'ee', 'ie', 'ei'], /[iy][yi]|ij$|ee|ie|ei|ey|y/g, 'i'],
    [['ah', 'eh', 'ih', 'oh', 'uh'], /(?<=[aeiou])h$/, ''],
    [['vs', 'js'], /(?<=[vj])s$/, ''],
  ] as const
).map(([any, pattern, sounds]) => ({ any, pattern, sounds }));

/**
 * Per letter, and per two consecutive letters: a bit mask of the rules that require them. Letters and digits share some
 * bits.
 */
const byLetter = new Int32Array(32);
const byLetters = new Int32Array(32 * 32);
for (const [rule, { any }] of rules.entries())
  for (const text of any)
    if (text.length === 1) byLetter[text.charCodeAt(0) & 31]! |= 1 << rule;
    else byLetters[(text.charCodeAt(0) & 31) * 32 + (text.charCodeAt(1) & 31)]! |= 1 << rule;

/** A bit mask of the rules that may apply to a text. */
function rulesFor(text: string): number {
  let length = 0;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) & 31;
    length |= byLetter[letter]! | byLetters[last * 32 + letter]!;
    last = letter;
  }
  return length;
}

/** Removes repetitions of a letter. */
function undoubled(text: string): string {
  let out = '';
  let from = 0;
  for (let i = 1; i < text.length; i++) {
    if (text.charCodeAt(i) !== text.charCodeAt(i - 1)) continue;
    out += text.slice(from, i);
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

function hasAny(text: string, any: readonly string[]): boolean {
  for (let i = 0; i < any.length; i++) if (text.includes(any[i]!)) return true;
  return false;
}

/** The letters of a phonetic code, see `phoneticCode`. The position of a letter is its number in `letterCodes`. */
const phoneticAlphabet = 'abcdefghijklmnopqrstuvwxyzSC';

/** The maximum length of a code that is compared. */
export const maxLetters = 64;

/** The number of any letter outside the alphabet. */
export const otherLetter = phoneticAlphabet.length;

/** The letters of a phonetic code as small numbers, for `editCost`. */
export function letterCodes(code: string): Uint8Array {
  const codes = new Uint8Array(Math.min(code.length, maxLetters));
  for (let i = 0; i < codes.length; i++) codes[i] = numbers[code.charCodeAt(i)] ?? otherLetter;
  return codes;
}

const numbers = new Uint8Array(128).fill(otherLetter);
for (const [i, letter] of [...phoneticAlphabet].entries()) numbers[letter.charCodeAt(0)] = i;

/**
 * The consonants of a phonetic code without h, similar consonants merged (s z c, S C, g j). Equal for most spellings of
 * one name, and for its spelling in a script without vowels.
 */
export function consonantKey(sound: string): string {
  const end = sound.length > 1 && sound.endsWith('j') ? sound.length - 1 : sound.length;
  let consonants = '';
  let last = '';
  for (let i = 0; i < end; i++) {
    const one = withoutVowels[sound.charCodeAt(i)] ?? sound[i]!;
    if (one === '') continue;
    if (one !== last) consonants += one;
    last = one;
  }
  return consonants || sound[0] || '';
}

const near: Record<string, string> = { z: 's', c: 's', C: 'S', j: 'g' };

/** The output for each letter, by character code. */
const withoutVowels = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return 'aeiouh'.includes(letter) ? '' : (near[letter] ?? letter);
});

/** The consonant key of several parts written as one. */
export function joinedConsonantKey(consonants: string[]): string {
  return consonants.join('').replace(/(.)\1+/g, '$1');
}

/**
 * Index keys of a whole name, independent of how its parts are joined or split: the consonants of all letters, once in
 * the given order and once with the last part first. Names with few consonants use the whole code.
 */
export function wholeNameCodes(parts: NamePart[]): string[] {
  let text = '';
  let vowelless = false;
  for (const part of parts) {
    text += part.text;
    vowelless ||= part.vowelless;
  }
  const code = wholeCode({ text, vowelless });
  const last = parts.at(-1)?.text ?? '';
  const turned = last + text.slice(0, text.length - last.length);
  const other = turned === text ? code : wholeCode({ text: turned, vowelless });
  return (code === other ? [code] : [code, other]).filter((one) => one.length > 2);
}

function wholeCode(name: { text: string; vowelless: boolean }): string {
  const code = phoneticCode(name);
  const consonants = consonantKey(code);
  return name.vowelless || consonants.length >= 5 ? consonants : code;
}
