import { writeFileSync } from 'node:fs';
import anyAscii from 'any-ascii';
import { getJyutpingCandidates } from 'to-jyutping';
import { hongKongSpellings } from './hongKongSpellings.ts';
import { wadeGiles } from './wadeGiles.ts';

/**
 * Writes `chineseSyllables.json`. Per Mandarin syllable it contains the spelling in Pinyin and in Wade-Giles, and the
 * Cantonese spellings of the characters with this reading. A Cantonese spelling is included if at least a tenth of
 * these characters have it. Run: `node chineseSyllables.ts`.
 */
const readings = new Map<string, Map<string, number>>();
for (const character of commonCharacters()) {
  const pinyin = anyAscii(character).toLowerCase();
  const jyutping = getJyutpingCandidates(character)[0]?.[1][0]?.replace(/\d/, '');
  if (!jyutping) continue;
  const counts = readings.get(pinyin) ?? new Map<string, number>();
  counts.set(jyutping, (counts.get(jyutping) ?? 0) + 1);
  readings.set(pinyin, counts);
}

const syllables = [...readings]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([pinyin, counts]) => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const usual = [...counts].filter(([, count]) => count >= total / 10).map(([jyutping]) => jyutping);
    return [pinyin, wadeGiles(pinyin), ...new Set(usual.flatMap(hongKongSpellings))].join(' ');
  });
const source =
  'Mandarin readings: any-ascii (ISC). Cantonese readings: to-jyutping (BSD-2-Clause). Characters: the common ones of GB 2312 (level 1). Spellings: the Wade-Giles system and the usage of the Hong Kong government. Written by build/chineseSyllables.ts';
writeFileSync(
  new URL('../chineseSyllables.json', import.meta.url),
  `${JSON.stringify({ source, syllables }, null, 2)}\n`,
);

/** The 3,755 common characters of GB 2312 (level 1). */
function commonCharacters(): string[] {
  const decoder = new TextDecoder('gb2312');
  const characters: string[] = [];
  for (let row = 0xb0; row <= 0xd7; row++)
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++)
      characters.push(decoder.decode(new Uint8Array([row, cell])));
  return characters;
}
