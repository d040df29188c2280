import { isCommonInMyanmar } from './commonNames.ts';
import data from './eastAsianSurnames.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';
import { koreanSyllable, pinyinOf } from './Romanisations.ts';

/**
 * Splits the given names of Chinese and Korean people into their syllables, however they were joined: Guoying,
 * Kuo-ying, Gwanghoon. A name counts as Chinese or Korean if it has a common family name from there, and if all parts
 * but one (Tony Guoying Wang) consist of syllables. Burmese names, some of which look Chinese, are not split: Zaw Min
 * Naing.
 */
export function syllables(parts: NamePart[]): NamePart[] {
  if (parts.length < 2 || parts.length > maxParts || parts[0]!.vowelless) return parts;
  const systems = systemsOf(parts);
  if (!systems || isBurmese(parts, systems)) return parts;
  const split = parts.map((part) => splitOf(part, systems));
  const others = split.filter((one) => !one.every((part) => part.syllable)).length;
  return others <= 1 && split.length - others >= 2 ? split.flat() : parts;
}

const maxParts = 5;

/** Whether at least three parts are common in Myanmar, and one of them is no syllable of the systems. */
function isBurmese(parts: NamePart[], systems: System[]): boolean {
  return (
    parts.length > 2 &&
    parts.every(isCommonInMyanmar) &&
    parts.some(({ text }) => !systems.some((isSyllable) => isSyllable(text)))
  );
}

type System = (text: string) => boolean;

/** The romanisation systems of the syllables, determined by the family names; null if there are none. */
function systemsOf(parts: NamePart[]): System[] | null {
  let systems: System[] | null = null;
  for (const { text } of parts) {
    const surname = eastAsianSurname(text);
    if (surname?.isChinese) return [isChinese, isEither];
    if (surname) systems = [isKorean];
  }
  return systems;
}

function splitOf(part: NamePart, systems: System[]): NamePart[] {
  const { text } = part;
  if (part.syllable || part.cut || text.length > 14) return [part];
  if (systems.some((isSyllable) => isSyllable(text))) return [{ ...part, syllable: 'latin' }];
  for (const isSyllable of systems) {
    const split = inTwo(part, isSyllable);
    if (split) return split;
  }
  return [part];
}

function inTwo(part: NamePart, isSyllable: System): NamePart[] | null {
  const { text } = part;
  for (let at = Math.min(6, text.length - 1); at >= 1; at--) {
    const [first, second] = [text.slice(0, at), text.slice(at)];
    if (second.length > 1 && isSyllable(first) && isSyllable(second))
      return [
        { ...part, text: first, syllable: 'latin' },
        { ...part, text: second, syllable: 'latin' },
      ];
  }
  return null;
}

function isChinese(text: string): boolean {
  return pinyinOf(text).length > 0;
}

function isEither(text: string): boolean {
  return isChinese(text) || isKorean(text);
}

function isKorean(text: string): boolean {
  return koreanSyllable(text) !== null;
}

/** The frequency of a family name in China or Korea; the higher one if it occurs in both. */
export interface EastAsianSurname {
  isChinese: boolean;
  perMillion: number;
}

/** Looks up a Chinese or Korean family name in any spelling; null for any other name. */
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
