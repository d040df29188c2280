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
for (const [bit, { names }] of Object.values(data.cultures).entries())
  for (const name of names.split(' ')) cultures.set(name, (cultures.get(name) ?? 0) | (1 << bit));

/**
 * How many bits less the second of two names says that are common in the same cultures, one bit each: who has the first is of
 * one of them, and the largest of these is the likeliest. 0 for firms, which are no share of mankind.
 */
export function sharedCultureBits(shared: number): number {
  let largest = 0;
  for (const [bit, { perMillion }] of Object.values(data.cultures).entries())
    if (shared & (1 << bit)) largest = Math.max(largest, perMillion ?? 1_000_000);
  return largest === 0 ? 0 : Math.log2(1_000_000 / largest);
}

/** Whether a part is among the most common names of Myanmar, as people from there spell it. */
export function isCommonInMyanmar(part: NamePart): boolean {
  return (commonIn(part) & burmese) !== 0;
}

const burmese = 1 << Object.keys(data.cultures).indexOf('burmese');
