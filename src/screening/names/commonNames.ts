import data from './commonParts.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';

/**
 * The cultures that a part is among the most common names of, one bit each. Two such names say little more than one: who has
 * the one is likely to be of a culture where many have the other.
 */
export function commonIn({ text, vowelless, syllable: isSyllable }: NamePart): number {
  return vowelless || isSyllable ? 0 : (cultures.get(text) ?? 0);
}

const cultures = new Map<string, number>();
for (const [bit, names] of Object.values(data.cultures).entries())
  for (const name of names.split(' ')) cultures.set(name, (cultures.get(name) ?? 0) | (1 << bit));

/** Whether a part is among the most common names of Myanmar, as people from there spell it. */
export function isCommonInMyanmar(part: NamePart): boolean {
  return (commonIn(part) & burmese) !== 0;
}

const burmese = 1 << Object.keys(data.cultures).indexOf('burmese');
