import data from './chineseSyllables.json' with { type: 'json' };

/**
 * Compares a syllable with others under each pair of romanisations, one bit per pair: Pinyin, Wade-Giles and Cantonese
 * against each of the three, and Korean. 0: the syllables differ under every pair. A name uses one romanisation, so the
 * bits of all its syllables must have one in common.
 */
export class Romanisations {
  /** By Chinese spelling. */
  readonly #chinese = new Map<string, number>();
  readonly #korean: string | null;

  constructor(word: string, script: 'han' | 'hangul' | 'latin') {
    this.#korean = script === 'han' ? null : koreanSyllable(word);
    if (script === 'hangul') return;
    for (const syllable of pinyinOf(word)) {
      const systems = systemsOf(syllable, word);
      const from = script === 'han' ? systems & 1 : systems;
      for (const listed of rows.get(syllable)?.spellings ?? [])
        for (let i = 0; i < 3; i++)
          if (from & (1 << i)) this.#add(listed, systemsOf(syllable, listed) << (3 * i));
    }
  }

  of(listed: string): number {
    const bits = this.#chinese.get(listed) ?? 0;
    const korean = this.#korean;
    return korean !== null && korean === koreanSyllable(listed) ? bits | koreanBit : bits;
  }

  #add(listed: string, bits: number): void {
    this.#chinese.set(listed, (this.#chinese.get(listed) ?? 0) | bits);
  }
}

const koreanBit = 1 << 9;

/** The maximum length of a syllable in any romanisation. */
export const longestSyllable = 8;

/** A bit mask of the romanisations that spell a syllable in this way: Pinyin (1), Wade-Giles (2), Cantonese (4). */
function systemsOf(syllable: string, spelling: string): number {
  const row = rows.get(syllable);
  if (!row) return 0;
  return (
    (spelling === syllable ? 1 : 0) |
    (spelling === row.wadeGiles ? 2 : 0) |
    (row.cantonese.has(spelling) ? 4 : 0)
  );
}

const rows = new Map(
  data.syllables.map((text) => {
    const [pinyin = '', wadeGiles = '', ...cantonese] = text.split(' ');
    return [
      pinyin,
      { wadeGiles, cantonese: new Set(cantonese), spellings: [pinyin, wadeGiles, ...cantonese] },
    ];
  }),
);

/** The other spellings of a Chinese syllable: guo, kuo and kwok are the same syllable. */
export function syllableSpellings(spelling: string): readonly string[] {
  const all = pinyinOf(spelling).flatMap((syllable) => spellings.get(syllable) ?? []);
  return [...new Set(all)].filter((other) => other !== spelling);
}

const spellings = new Map(data.syllables.map((row) => [row.split(' ', 1)[0]!, row.split(' ')]));

/** The Mandarin syllables in Pinyin for a spelling (Pinyin, Wade-Giles or Cantonese); empty for an unknown one. */
export function pinyinOf(spelling: string): readonly string[] {
  return pinyin.get(spelling) ?? empty;
}

const empty: readonly string[] = [];
const pinyin = new Map<string, string[]>();
for (const row of data.syllables) {
  const spellings = row.split(' ');
  for (const spelling of new Set(spellings))
    pinyin.set(spelling, [...(pinyin.get(spelling) ?? []), spellings[0]!]);
}

/**
 * Normalises a Korean syllable in the Revised, McCune-Reischauer or popular romanisation: gwang and kwang, cheol and
 * chol, hoon and hun are equal. Null if the text can't be a Korean syllable.
 */
export function koreanSyllable(text: string): string | null {
  if (text.length > longest || !hasOneVowel(text)) return null;
  const match = pattern.exec(text);
  if (!match) return null;
  const [, initial = '', vowel = '', coda = ''] = match;
  return `${initials[initial] ?? initial}${vowels[vowel] ?? vowel}${codas[coda] ?? coda}`;
}

/** Three letters before the vowel, three for the vowel, two after it. */
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

/**
 * Vowel spellings. McCune-Reischauer and the North Korean system write o for eo and u for eu. Popular spellings write u
 * for eo and oo for u.
 */
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

/** Whether a text has a single run of vowels: a fast way to rule most names out. */
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

/** A bit mask of a, e, i, o and u. */
const vowelLetters = 0b1_0000_0100_0001_0001_0001;
