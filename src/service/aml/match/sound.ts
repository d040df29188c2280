import type { NamePart } from './nameParts.ts';

/**
 * A name part brought near to how it sounds whatever language spelled it: one letter per sound (S for
 * sh, C for ch, c for ts), no doubled letters (a script without vowels
 * writes none: two in a row have a vowel between them), k for c and q, i for y. What the edit cost compares.
 */
export function sound({ text, vowelless }: NamePart): string {
  const letters = text
    .replace(/tsch|tch|cz(?=.)|tj(?=[aeiou])/g, 'C')
    .replace(/shch|schtsch|szcz/g, 'S')
    .replace(/sch|sh|sz(?=[aeiouy])/g, 'S')
    .replace(/dzh|dsch|dj|zh/g, 'j')
    .replace(/ch/g, 'C')
    .replace(/ph/g, 'f')
    .replace(/kh/g, 'h')
    .replace(/([gtdbr])h/g, '$1')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ck|cq|q|c/g, 'k')
    .replace(/ts|tz/g, 'c')
    .replace(/dz/g, 'z')
    .replace(/w/g, 'v')
    .replace(/x/g, 'ks')
    .replace(/oo|ou|eu|ue/g, 'u')
    .replace(/eo|oe/g, 'o')
    .replace(/aa|ae/g, 'a')
    .replace(/[iy][yi]|ij$|ee|ie|ei|ey|y/g, 'i')
    .replace(/([aeiou])h$/, '$1')
    .replace(/([vj])s$/, '$1');
  return (vowelless ? letters : letters.replace(/(.)\1+/g, '$1')) || text;
}
