import data from './commonParts.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';
import { eastAsianSurname } from './syllables.ts';

/**
 * The approximate number of people in a million who have the part, for parts that are common in the world but may be
 * rare on a list. These are orders of magnitude from general knowledge: enough to distinguish a Smith from a Zawahiri.
 * A Chinese or Korean syllable carries little information, because there are only a few hundred. An unknown part is
 * estimated by its length, because many names share short parts.
 */
export function partFrequency({ text: part, vowelless, syllable: isSyllable }: NamePart): number {
  if (isSyllable)
    return Math.max(
      eastAsianSurname(part)?.perMillion ?? 0,
      isSyllable === 'hangul' ? perKoreanSyllable : perSyllable,
    );
  if (vowelless) return byConsonants[part.replace(/[aeiouwyh]/g, '').length] ?? 200;
  const counted = perMillion.get(part) ?? 0;
  if (part.length <= 6 && syllable.test(part)) return Math.max(counted, perSyllable);
  return counted || (byLength[part.length] ?? 30);
}

/** The frequency of a syllable: Mandarin has about 400, and fewer are used in given names. */
const perSyllable = 25_000;
const perKoreanSyllable = 85_000;

const byLength = [0, 700, 700, 350, 150, 70];

/** The frequency of a part without vowels by its number of consonants: many names share it. */
const byConsonants = [80_000, 80_000, 50_000, 20_000, 4000, 1000];

const syllable =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|hs|ts|kk|pp|tt|ss|jj)?(?:i?a[io]?|y?eo?|i?e[iu]?|eu|i|i?[ou]|ae|iao|ou|oo|oe|u[aeo]i?|ui|wa|we|wo|yu|ye|yo|yae)(?:n|ng|k|l|m|p|t|h)?$/;

const perMillion = new Map(
  data.classes.flatMap(({ perMillion: count, names }) =>
    names.split(' ').map((name) => [name, count] as const),
  ),
);

/** Whether a part is a name that is common somewhere in the world. */
export function isCommonName(part: string): boolean {
  return perMillion.has(part);
}
