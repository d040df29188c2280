import type { DocumentField } from '../../contract/documentCheck.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import { agreesWithPartial, type ReadableZone, stateOf } from '../../document/index.ts';
import { nameWords } from '../../screening/screening.ts';

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
  // A name without a second part may hold both, and people write either part first.
  const isSwapped = isSame(family, read.given, cut) && isSame(given, read.family, cut);
  const isOneName = read.given.length === 0 || given.length === 0;
  if (isOneName) {
    if (family.length > 0 && !isSame([...given, ...family], [...read.given, ...read.family], cut))
      differing.push('familyName');
  } else if (!isSwapped) {
    if (family.length > 0 && !isSame(family, read.family, cut)) differing.push('familyName');
    if (!isSame(given, read.given, cut)) differing.push('givenName');
  }
  const { dateOfBirth, nationalities } = details;
  if (dateOfBirth && !isSameDate(zone.dateOfBirth, dateOfBirth)) differing.push('dateOfBirth');
  const state = stateOf(zone.nationality);
  if (nationalities && state?.kind === 'country' && !(nationalities as string[]).includes(state.country))
    differing.push('nationalities');
  return differing;
}

/** Whether the zone had no room for the whole name. */
interface Cut {
  isCut: boolean;
}

function isSameDate({ raw, iso }: ComparedZone['dateOfBirth'], typed: string): boolean {
  return iso ? iso === typed : agreesWithPartial(raw, typed);
}

/**
 * Whether two names are the same: every word of the shorter one is in the longer one, which may have more given names.
 * A hyphen, an apostrophe or a space more or less is no difference.
 */
function isSame(typed: readonly string[], read: readonly string[], { isCut }: Cut): boolean {
  if (typed.length === 0 || read.length === 0) return typed.length === read.length;
  const [one, other] = [typed.map(plain), read.map(plain)];
  if (one.join('') === other.join('')) return true;
  if (isCut && one.join('').startsWith(other.join(''))) return true;
  const [fewer, longer] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.every((word) =>
    longer.some((candidate) => word === candidate || isCutOf(word, candidate, { isCut })),
  );
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
