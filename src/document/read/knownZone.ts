import type { CheckDigitResult } from '../parse/checkDigit.ts';
import type { ParsedZone, ReadableZone, ZoneCheckDigits } from '../parse/parseZone.ts';
import type { ZonePart } from '../parse/zonePlaces.ts';

/** A zone whose check digits over optional data may be unknown: `null` where a character of what they protect is in doubt. */
export type KnownZone = (Omit<ReadableZone, 'checkDigits'> & { checkDigits: KnownDigits }) | UnreadableZone;

export type KnownDigits = { [K in keyof ZoneCheckDigits]: ZoneCheckDigits[K] | UnknownDigit<K> };

type UnknownDigit<K> = K extends 'optional' | 'composite' ? null : never;
type UnreadableZone = Extract<ParsedZone, { ok: false }>;

/** A zone without what its check digits say of characters in doubt: whether they are wrong is not known. */
export function knownZone(zone: ParsedZone, doubts: ReadonlySet<ZonePart['name']>): KnownZone {
  if (!zone.ok) return zone;
  const { optional, composite, ...own } = zone.checkDigits;
  const isUnknown = (parts: readonly ZonePart['name'][]) => parts.some((part) => doubts.has(part));
  const isCompositeUnknown =
    // Of an old French card, which has no expiry, it protects all that there is.
    own.expiry === undefined ? doubts.size > 0 : isUnknown(UNDER_COMPOSITE);
  const checkDigits = {
    ...own,
    ...(optional && { optional: isUnknown(['optional']) ? null : optional }),
    ...(composite && { composite: isCompositeUnknown ? null : composite }),
  };
  return { ...zone, checkDigits, problems: problemsIn(zone, Object.values(checkDigits)) };
}

function problemsIn(
  { problems }: ReadableZone,
  digits: (CheckDigitResult | null)[],
): ReadableZone['problems'] {
  return digits.includes('fail') ? problems : problems.filter((problem) => problem !== 'check_digit');
}

const UNDER_COMPOSITE = ['number', 'dateOfBirth', 'expiresOn', 'optional', 'composite'] as const;
