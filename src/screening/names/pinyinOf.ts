import data from './chineseSyllables.json' with { type: 'json' };

/** The Mandarin syllables in Pinyin that a spelling (Pinyin, Wade-Giles or Cantonese) may stand for; none if it is none. */
export function pinyinOf(spelling: string): readonly string[] {
  return pinyin.get(spelling) ?? none;
}

const none: readonly string[] = [];
const pinyin = new Map<string, string[]>();
for (const row of data.syllables) {
  const spellings = row.split(' ');
  for (const spelling of new Set(spellings))
    pinyin.set(spelling, [...(pinyin.get(spelling) ?? []), spellings[0]!]);
}
