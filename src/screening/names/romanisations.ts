import data from './chineseSyllables.json' with { type: 'json' };
import { koreanSyllable } from './koreanSyllable.ts';
import { pinyinOf } from './pinyinOf.ts';

/**
 * Under which pairs of romanisations two syllables are the same one, a bit for each: Pinyin, Wade-Giles and Cantonese
 * against each of the three, and Korean. 0: they are two syllables. A name keeps to one romanisation, so that the bits of
 * all its syllables have one in common.
 */
export function romanisations(given: string, listed: string, script: 'han' | 'hangul' | 'latin'): number {
  let bits = 0;
  if (script !== 'hangul')
    for (const syllable of pinyinOf(given)) {
      const [first, second] = [systemsOf(syllable, given), systemsOf(syllable, listed)];
      const from = script === 'han' ? first & 1 : first;
      for (let i = 0; i < 3; i++) if (from & (1 << i)) bits |= second << (3 * i);
    }
  if (script === 'han') return bits;
  const korean = koreanSyllable(given);
  return korean !== null && korean === koreanSyllable(listed) ? bits | koreanBit : bits;
}

const koreanBit = 1 << 9;

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
    return [pinyin, { wadeGiles, cantonese: new Set(cantonese) }];
  }),
);
