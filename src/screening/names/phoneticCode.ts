import type { NamePart } from './namePart.ts';

/**
 * A name part brought near to how it sounds whatever language spelled it: one letter per sound (S for
 * sh, C for ch, c for ts), no doubled letters (a script without vowels
 * writes none: two in a row have a vowel between them), k for c and q, i for y. What the edit cost compares.
 */
export function phoneticCode({ text, vowelless }: Pick<NamePart, 'text' | 'vowelless'>): string {
  let code = text;
  let letters = lettersOf(code);
  for (const { any, needs, pattern, sounds } of rules) {
    if (!mayHave(letters, needs) || !hasAny(code, any)) continue;
    code = code.replace(pattern, sounds);
    letters = lettersOf(code);
  }
  return (vowelless || !hasDouble(code) ? code : code.replace(/(.)\1+/g, '$1')) || text;
}

/** In this order. Before a pattern: what it can't do without, which most names lack and is quickly looked for. */
const rules = (
  [
    [['tsch', 'tch', 'cz', 'tj'], /tsch|tch|cz(?=.)|tj(?=[aeiou])/g, 'C'],
    [['shch', 'schtsch', 'szcz'], /shch|schtsch|szcz/g, 'S'],
    [['sch', 'sh', 'sz'], /sch|sh|sz(?=[aeiouy])/g, 'S'],
    [['dzh', 'dsch', 'dj', 'zh'], /dzh|dsch|dj|zh/g, 'j'],
    [['ch'], /ch/g, 'C'],
    [['ph'], /ph/g, 'f'],
    [['kh'], /kh/g, 'h'],
    [['gh', 'th', 'dh', 'bh', 'rh'], /([gtdbr])h/g, '$1'],
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
    [['ah', 'eh', 'ih', 'oh', 'uh'], /([aeiou])h$/, '$1'],
    [['vs', 'js'], /([vj])s$/, '$1'],
  ] as const
).map(([any, pattern, sounds]) => ({ any, needs: any.map(lettersOf), pattern, sounds }));

/** Which letters a text has, one bit each; letters and digits may share one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return letters;
}

/** Whether a text with these letters may have one of the texts that need those. */
function mayHave(letters: number, needs: readonly number[]): boolean {
  for (let i = 0; i < needs.length; i++) if ((letters & needs[i]!) === needs[i]) return true;
  return false;
}

function hasDouble(text: string): boolean {
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) === text.charCodeAt(i - 1)) return true;
  return false;
}

function hasAny(text: string, any: readonly string[]): boolean {
  for (let i = 0; i < any.length; i++) if (text.includes(any[i]!)) return true;
  return false;
}
