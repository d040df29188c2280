import type { NamePart } from './nameParts.ts';

/**
 * A name part brought near to how it sounds whatever language spelled it: one letter per sound (S for
 * sh, C for ch, c for ts), no doubled letters (a script without vowels
 * writes none: two in a row have a vowel between them), k for c and q, i for y. What the edit cost compares.
 */
export function sound({ text, vowelless }: NamePart): string {
  let heard = text;
  let letters = lettersOf(text);
  for (const [any, pattern, sounds] of rules) {
    if (!(letters & any)) continue;
    const next = heard.replace(pattern, sounds);
    if (next === heard) continue;
    heard = next;
    letters = lettersOf(heard);
  }
  return (vowelless ? heard : heard.replace(/(.)\1+/g, '$1')) || text;
}

/** In this order. A pattern needs one of the letters before it to match at all: most names have few of them. */
const rules = (
  [
    ['cj', /tsch|tch|cz(?=.)|tj(?=[aeiou])/g, 'C'],
    ['c', /shch|schtsch|szcz/g, 'S'],
    ['s', /sch|sh|sz(?=[aeiouy])/g, 'S'],
    ['dz', /dzh|dsch|dj|zh/g, 'j'],
    ['c', /ch/g, 'C'],
    ['p', /ph/g, 'f'],
    ['k', /kh/g, 'h'],
    ['h', /([gtdbr])h/g, '$1'],
    ['c', /c(?=[eiy])/g, 's'],
    ['cq', /ck|cq|q|c/g, 'k'],
    ['t', /ts|tz/g, 'c'],
    ['z', /dz/g, 'z'],
    ['w', /w/g, 'v'],
    ['x', /x/g, 'ks'],
    ['ou', /oo|ou|eu|ue/g, 'u'],
    ['o', /eo|oe/g, 'o'],
    ['a', /aa|ae/g, 'a'],
    ['eiy', /[iy][yi]|ij$|ee|ie|ei|ey|y/g, 'i'],
    ['h', /([aeiou])h$/, '$1'],
    ['s', /([vj])s$/, '$1'],
  ] as const
).map(([any, pattern, sounds]) => [lettersOf(any), pattern, sounds] as const);

/** One bit for each small letter of the text. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 97) letters |= 1 << (code - 97);
  }
  return letters;
}
