import data from './commonParts.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';
import { eastAsianSurname } from './syllables.ts';

/**
 * Roughly how many of a million people carry the part, for parts that are common in the world but may
 * be rare on a list. Orders of magnitude from general knowledge: enough to say that a Smith is no
 * Zawahiri. A Chinese or Korean syllable says little, as there are few hundred of them. Unknown parts:
 * by their length, as short ones are shared by many names.
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

/** There are about 400 syllables in Mandarin and fewer that name a child. */
const perSyllable = 25_000;
const perKoreanSyllable = 85_000;

const byLength = [0, 700, 700, 350, 150, 70];

/** The same of a part without vowels, which many names share. */
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
