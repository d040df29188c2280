import data from './eastAsianSurnames.json' with { type: 'json' };
import { pinyinOf } from './pinyinOf.ts';

/** How usual a family name is in China or Korea, whichever has it more often. */
export interface EastAsianSurname {
  isChinese: boolean;
  perMillion: number;
}

/** A Chinese or Korean family name in any spelling, or null. */
export function eastAsianSurname(text: string): EastAsianSurname | null {
  let inChina = 0;
  for (const syllable of pinyinOf(text)) inChina = Math.max(inChina, chinese.get(syllable) ?? 0);
  const perMillion = Math.max(inChina, korean.get(text) ?? 0);
  return perMillion > 0 ? { isChinese: inChina > 0, perMillion } : null;
}

const chinese = new Map(
  [...data.chinese.matchAll(/(\S+) (\d+)/g)].map(([, name, count]) => [name!, 1000 * Number(count)]),
);
const korean = new Map<string, number>();
for (const group of data.korean.split('|')) {
  const words = group.split(' ');
  const count = 1000 * Number(words.pop());
  for (const name of words) korean.set(name, Math.max(korean.get(name) ?? 0, count));
}
