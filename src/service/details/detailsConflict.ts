import type { DetailsSources, PersonalDetails, Prefill } from '../../contract/personalDetails.ts';

/** The details of a case after proven ones have replaced typed ones, and the source of each. */
export interface MergedDetails {
  details: PersonalDetails;
  sources: DetailsSources;
}

/** Fields that identify a person. An address or a phone number can change for the same person. */
const IDENTITY = ['givenName', 'familyName', 'dateOfBirth'] as const;

/**
 * Whether proven and typed details are about different people: the date of birth differs, or a name does. Case, accents
 * and punctuation of names are ignored, and so are names that only one side has.
 */
export function isConflict(proven: Prefill, typed: Prefill): boolean {
  return IDENTITY.some((field) => {
    const [one, other] = [proven[field], typed[field]];
    if (!one || !other) return false;
    return field === 'dateOfBirth' ? one !== other : !isSameName(one, other);
  });
}

function isSameName(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [fewer, longer] = first.length <= second.length ? [first, second] : [second, first];
  return fewer.length > 0 && fewer.every((word) => longer.includes(word));
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * Replaces submitted details by proven ones.
 * @param prefill the customer's own details, which the person may have left unchanged.
 */
export function mergeDetails(
  submitted: PersonalDetails,
  proven: Prefill | null,
  prefill: Prefill | null,
  by: 'page' | 'back end',
): MergedDetails {
  const sources: DetailsSources = {};
  for (const [field, value] of Object.entries(submitted)) {
    const isKnown = by === 'back end' || isEqual(prefill?.[field as keyof Prefill], value);
    sources[field] = isKnown ? 'prefill' : 'typed';
  }
  const details: Record<string, unknown> = { ...submitted };
  for (const [field, value] of Object.entries(proven ?? {})) {
    details[field] = value;
    sources[field] = 'credential';
  }
  return { details: details as PersonalDetails, sources };
}

function isEqual(one: unknown, other: unknown): boolean {
  return one !== undefined && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Sorts the members of an object, such as an address, by name. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
