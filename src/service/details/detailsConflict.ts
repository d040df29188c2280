import type { DetailsSources, PersonalDetails, Prefill } from '../../contract/personalDetails.ts';

/** Details that a case has, with the proven ones in their place, and where each comes from. */
export interface MergedDetails {
  details: PersonalDetails;
  sources: DetailsSources;
}

/** Fields that say who somebody is. An address or a phone number changes without anybody becoming another person. */
const IDENTITY = ['givenName', 'familyName', 'dateOfBirth'] as const;

/**
 * Whether proven details speak of another person than said ones: a name or the date of birth differs, beyond case, accents,
 * punctuation, and names that one of the two leaves out.
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
 * Puts proven details in the place of sent ones, which never overwrite them.
 * @param prefill the site's own details, which the person may have left as they were.
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

/** The members of an address in the order of their names. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
