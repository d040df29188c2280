import { arabicCompounds } from './arabicCompounds.ts';
import { latinWords } from './latinWords.ts';
import { machineReadable } from './machineReadable.ts';
import { markMinorParts } from './markMinorParts.ts';
import type { NamePart } from './namePart.ts';
import { mayHaveSuffix, persianSuffix } from './persianSuffix.ts';
import { syllables } from './syllables.ts';

const maxLength = 300;
/** Parts beyond so many are left out. */
export const maxParts = 16;

/**
 * The parts of a person's name in any script, given names first: transliterated, compounds brought to one form, Chinese
 * and Korean names in syllables; titles, articles and particles marked as minor.
 */
export function nameParts(name: string): NamePart[] {
  const line = machineReadable(name.slice(0, maxLength));
  const parts = line ? [...givenNames(line), ...words(line.family)] : words(familyLast(name));
  return markMinorParts(syllables(parts)).slice(0, maxParts);
}

function words(text: string): NamePart[] {
  const parts = arabicCompounds(latinWords(text.slice(0, maxLength)));
  return parts.some(mayHaveSuffix) ? parts.flatMap(persianSuffix) : parts;
}

/** The last of the given names may be cut. */
function givenNames({ given, isCut }: { given: string; isCut: boolean }): NamePart[] {
  const parts = words(given);
  const last = parts.at(-1);
  return last && isCut ? [...parts.slice(0, -1), { ...last, cut: true }] : parts;
}

/** "FAMILY, Given" the other way round; a name with several commas is left as it is. */
function familyLast(name: string): string {
  const comma = name.indexOf(',');
  if (comma <= 0 || name.includes(',', comma + 1)) return name;
  return `${name.slice(comma + 1)} ${name.slice(0, comma)}`;
}
