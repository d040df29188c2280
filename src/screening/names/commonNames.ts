import data from './commonParts.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';

/**
 * A bit mask of the cultures in which a part is among the most common names. Two such names carry little more
 * information than one: a person with the first name probably belongs to a culture in which the second is common.
 */
export function commonIn({ text, vowelless, syllable: isSyllable }: NamePart): number {
  return vowelless || isSyllable ? 0 : (cultures.get(text) ?? 0);
}

const cultures = new Map<string, number>();
for (const [bit, { names }] of Object.values(data.cultures).entries())
  for (const name of names.split(' ')) cultures.set(name, (cultures.get(name) ?? 0) | (1 << bit));

/**
 * The number of bits by which the second of two names is less informative if both are common in the same cultures. A
 * bearer of the first name belongs to one of these cultures, most likely to the largest. 0 for firms, which have no
 * share of the population.
 * @param shared bit mask of the cultures
 */
export function sharedCultureBits(shared: number): number {
  let largest = 0;
  for (const [bit, { perMillion }] of Object.values(data.cultures).entries())
    if (shared & (1 << bit)) largest = Math.max(largest, perMillion ?? 1_000_000);
  return largest === 0 ? 0 : Math.log2(1_000_000 / largest);
}

/** Whether a part is among the most common names of Myanmar, in the usual spelling. */
export function isCommonInMyanmar(part: NamePart): boolean {
  return (commonIn(part) & burmese) !== 0;
}

const burmese = 1 << Object.keys(data.cultures).indexOf('burmese');
