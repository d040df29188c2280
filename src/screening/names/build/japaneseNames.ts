import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { kanaInLatin } from '../japanese.ts';

/**
 * Writes the readings of Japanese family and given names, from the dictionary of IPADIC in the npm package kuromoji
 * 0.1.2: `node japaneseNames.ts FOLDER`, where FOLDER is its `dict`.
 */
const [folder = ''] = process.argv.slice(2);
const rows = gunzipSync(readFileSync(join(folder, 'tid_pos.dat.gz')))
  .toString()
  .split('\0');
const names = { family: new Map<string, Set<string>>(), given: new Map<string, Set<string>>() };
for (const row of rows) {
  const [surface = '', , kind, person, part, , , , reading = ''] = row.split(',');
  if (kind !== '固有名詞' || person !== '人名' || !/^[\u3400-\u9fff々]+$/.test(surface)) continue;
  const into = part === '姓' ? names.family : part === '名' ? names.given : null;
  if (!into || !reading) continue;
  const latin = kanaInLatin(reading);
  into.set(latin, (into.get(latin) ?? new Set()).add(surface));
}
const source =
  'mecab-ipadic 2.7.0-20070801, Copyright 2000-2003 Nara Institute of Science and Technology, by way of kuromoji 0.1.2';
const text = (of: Map<string, Set<string>>) =>
  [...of]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reading, surfaces]) => `${reading} ${[...surfaces].sort().join(' ')}`)
    .join('|');
writeFileSync(
  new URL('../japaneseNames.json', import.meta.url),
  `${JSON.stringify({ source, family: text(names.family), given: text(names.given) }, null, 2)}\n`,
);
