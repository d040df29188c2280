import data from './chineseSyllables.json' with { type: 'json' };
import { pinyinOf } from './pinyinOf.ts';

/** The other spellings of a Chinese syllable: guo, kuo and kwok are one. */
export function syllableSpellings(spelling: string): readonly string[] {
  const all = pinyinOf(spelling).flatMap((syllable) => spellings.get(syllable) ?? []);
  return [...new Set(all)].filter((other) => other !== spelling);
}

const spellings = new Map(data.syllables.map((row) => [row.split(' ', 1)[0]!, row.split(' ')]));
