/**
 * A Korean syllable in one form for the Revised, McCune-Reischauer and popular romanisations: gwang and kwang, cheol and
 * chol, hoon and hun are one. Null if it can't be one.
 */
export function koreanSyllable(text: string): string | null {
  if (text.length > longest || !hasOneVowel(text)) return null;
  const match = pattern.exec(text);
  if (!match) return null;
  const [, initial = '', vowel = '', coda = ''] = match;
  return `${initials[initial] ?? initial}${vowels[vowel] ?? vowel}${codas[coda] ?? coda}`;
}

/** Three letters before the vowel, three for it, two after. */
const longest = 8;

const pattern =
  /^(kk|gg?|k|n|tt|dd?|t|r|l|m|pp|bb?|p|ss|sh?|jj?|tch|ch|h)?(yeo|yae|you|ya|ye|yoo|yo|yu|woo|wae|wa|weo|we|wi|wo|wu|eo|eui|eu|ae|oo|oi|oe|ou|ui|uh|ee|ai|a|e|i|o|u)(ng|n|m|l|k|g|p|b|t|h)?$/;

const initials: Record<string, string> = {
  kk: 'k',
  gg: 'k',
  g: 'k',
  tt: 't',
  dd: 't',
  d: 't',
  l: 'r',
  pp: 'p',
  bb: 'p',
  b: 'p',
  ss: 's',
  sh: 's',
  j: 'c',
  jj: 'c',
  ch: 'c',
  tch: 'c',
};

/** McCune-Reischauer and what North Korea makes of it write o for eo, u for eu; popular spellings u for eo and oo for u. */
const vowels: Record<string, string> = {
  yeo: 'yo',
  you: 'yo',
  yoo: 'yu',
  eo: 'o',
  eu: 'u',
  oo: 'u',
  woo: 'u',
  wu: 'u',
  ou: 'u',
  uh: 'o',
  ee: 'i',
  eui: 'ui',
  weo: 'wo',
  oi: 'oe',
  ai: 'ae',
};

const codas: Record<string, string> = { g: 'k', b: 'p', h: '' };

/** Whether the vowels of a text are one run: quick to rule most names out. */
function hasOneVowel(text: string): boolean {
  let runs = 0;
  let isBefore = false;
  for (let i = 0; i < text.length; i++) {
    const isNow = isVowel(text.charCodeAt(i));
    if (isNow && !isBefore) runs += 1;
    isBefore = isNow;
  }
  return runs === 1;
}

/** Whether a code is that of a, e, i, o or u. */
export function isVowel(code: number): boolean {
  return code >= 97 && (vowelLetters & (1 << (code - 97))) !== 0;
}

/** a, e, i, o and u, a bit each. */
const vowelLetters = 0b1_0000_0100_0001_0001_0001;
