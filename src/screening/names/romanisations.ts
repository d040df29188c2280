import data from './chineseSyllables.json' with { type: 'json' };
import { koreanSyllable } from './koreanSyllable.ts';
import { pinyinOf } from './pinyinOf.ts';

/**
 * Under which pairs of romanisations a syllable and others are the same one, a bit for each: Pinyin, Wade-Giles and
 * Cantonese against each of the three, and Korean. 0: they are two syllables. A name keeps to one romanisation, so that the
 * bits of all its syllables have one in common.
 */
export class Romanisations {
  /** By Chinese spelling. */
  readonly #chinese = new Map<string, number>();
  readonly #korean: string | null;

  constructor(given: string, script: 'han' | 'hangul' | 'latin') {
    this.#korean = script === 'han' ? null : koreanSyllable(given);
    if (script === 'hangul') return;
    for (const syllable of pinyinOf(given)) {
      const systems = systemsOf(syllable, given);
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

/** No romanisation needs more letters. */
export const longestSyllable = 8;

/** Which of Pinyin (1), Wade-Giles (2) and Cantonese (4) spell a syllable so. */
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
