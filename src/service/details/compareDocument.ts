import type { DocumentField } from '../../contract/documentCheck.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import { agreesWithPartial, type ReadableZone } from '../../document/index.ts';
import { nameWords } from '../../screening/screening.ts';
import { enterable } from './documentFields.ts';

/** What is compared of a zone. */
export type ComparedZone = Pick<
  ReadableZone,
  'familyName' | 'givenName' | 'truncated' | 'dateOfBirth' | 'nationality'
>;

/** The details of a person that differ from those of a zone; those that only one side has are not compared. */
export function differingFields(zone: ComparedZone, details: Prefill): DocumentField[] {
  const differing: DocumentField[] = [];
  const family = nameWords(details.familyName ?? '');
  const given = nameWords([details.givenName, details.middleName].filter(Boolean).join(' '));
  const read = { family: nameWords(zone.familyName), given: nameWords(zone.givenName ?? '') };
  const cut: Cut = { isCut: zone.truncated === 'possible' };
  if (isOneName(read, { family, given })) {
    const [typed, whole] = [
      [...given, ...family],
      [...read.given, ...read.family],
    ];
    // The one part of a zone may hold given names that nobody types; a single name that was typed is the whole of a name.
    const isFound = given.length > 0 ? isWithin(typed, whole, cut) : isEqual(typed, whole, cut);
    if (family.length > 0 && !isFound) differing.push('familyName');
  } else {
    // People write either part first.
    const isSwapped = isEqual(family, read.given, cut) && isWithin(given, read.family, cut);
    if (!isSwapped && family.length > 0 && !isEqual(family, read.family, cut)) differing.push('familyName');
    if (!isSwapped && !isWithin(given, read.given, cut)) differing.push('givenName');
  }
  const { dateOfBirth, nationalities } = details;
  if (dateOfBirth && !isSameDate(zone.dateOfBirth, dateOfBirth)) differing.push('dateOfBirth');
  const country = enterable(zone.nationality);
  if (nationalities && country && !nationalities.includes(country)) differing.push('nationalities');
  return differing;
}

/** The same for details of which a site gave some alone: of a name without a part that part is not compared. */
export function differingFromGiven(zone: ComparedZone, given: Prefill): DocumentField[] {
  const { familyName = zone.familyName, givenName = zone.givenName ?? '' } = given;
  return differingFields(zone, { ...given, familyName, givenName });
}

/** Whether the zone had no room for the whole name. */
interface Cut {
  isCut: boolean;
}

function isSameDate({ raw, iso }: ComparedZone['dateOfBirth'], typed: string): boolean {
  return iso ? iso === typed : agreesWithPartial(raw, typed);
}

interface Parts {
  family: readonly string[];
  given: readonly string[];
}

function isOneName(read: Parts, typed: Parts): boolean {
  return read.given.length === 0 || typed.given.length === 0;
}

/** Whether two names have the same words in any order. A hyphen, an apostrophe or a space more or less is no difference. */
function isEqual(typed: readonly string[], read: readonly string[], cut: Cut): boolean {
  return isWithin(typed, read, cut) && isWithin(read, typed, cut);
}

/** Whether two words of names are the same but for their transliteration. */
export function isSameWord(one: string, other: string): boolean {
  const [first, second] = [one, other].map((word) => nameWords(word).map(plain).join(''));
  return first === second;
}

/** Whether each word of a name is in the other one: the first of several given names, not a name that the other does not have. */
function isWithin(typed: readonly string[], read: readonly string[], { isCut }: Cut): boolean {
  if (typed.length === 0 || read.length === 0) return typed.length === read.length;
  const [one, other] = [typed.map(plain), read.map(plain)];
  const [joined, whole] = [one.join(''), other.join('')];
  if (joined === whole || (isCut && joined.startsWith(whole))) return true;
  const isIn = (words: string[], longer: string[]) =>
    words.every((word) =>
      longer.some((candidate) => word === candidate || isCutOf(word, candidate, { isCut })),
    );
  // A field without room for the whole name has lost its last words.
  return isIn(one, other) || (isCut && isIn(other, one));
}

/** The last name of a full field may be cut off. A single letter is no name that was cut. */
function isCutOf(one: string, other: string, { isCut }: Cut): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  return isCut && shorter.length >= 3 && longer.startsWith(shorter);
}

/**
 * A word without the letters that transliterations add (ICAO 9303 part 3, section 6): Ä is written AE or A, Ñ N or NXX,
 * Å AA or A. Both sides lose them, so that a name differs in no other way.
 */
function plain(word: string): string {
  return word
    .replaceAll(/([aou])xx|nxx/g, (match) => match[0]!)
    .replaceAll(/ae|oe|ue/g, (match) => match[0]!)
    .replaceAll('ij', 'y')
    .replaceAll('th', 't')
    .replaceAll(/(.)\1/g, '$1');
}
