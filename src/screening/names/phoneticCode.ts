import type { NamePart } from './namePart.ts';

/**
 * A phonetic code of a name part, independent of the language that spelled it: one letter per sound (S for
 * sh, C for ch, c for ts), no doubled letters (a script without vowels
 * writes none: two in a row have a vowel between them), k for c and q, i for y. What the edit cost compares.
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

/** Applied in this order. Before each pattern: letters that it requires, which most names lack and which are fast to search for. */
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

/** Per letter, and per two letters in a row: the rules that can't do without, one bit each; letters and digits share some. */
const byLetter = new Int32Array(32);
const byLetters = new Int32Array(32 * 32);
for (const [rule, { any }] of rules.entries())
  for (const text of any)
    if (text.length === 1) byLetter[text.charCodeAt(0) & 31]! |= 1 << rule;
    else byLetters[(text.charCodeAt(0) & 31) * 32 + (text.charCodeAt(1) & 31)]! |= 1 << rule;

/** The rules that may apply to a text. */
function rulesFor(text: string): number {
  let found = 0;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) & 31;
    found |= byLetter[letter]! | byLetters[last * 32 + letter]!;
    last = letter;
  }
  return found;
}

/** Each of several equal letters in a row once. */
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
