import { checkDigitOf } from './checkDigit.ts';

/** What may stand in a place of a zone. */
export type PlaceKind = 'letter' | 'digit' | 'any' | 'sex' | 'check' | 'checkOrFiller';

/** A part of a zone that is read as a whole. */
export interface ZonePart {
  name:
    | 'code'
    | 'issuingState'
    | 'names'
    | 'number'
    | 'nationality'
    | 'dateOfBirth'
    | 'sex'
    | 'expiresOn'
    | 'optional'
    | 'composite';
  /** The places of its characters, and of its check digit at the end if it has one. */
  places: { line: number; at: number; kind: PlaceKind }[];
  isProtected: boolean;
}

/** The parts of a zone of `count` characters a line. */
export function zoneParts(count: number, { isVisa }: { isVisa: boolean }): ZonePart[] {
  if (count === 30) return cardParts();
  const part = partOf;
  const parts = [
    part('code', 0, [0, 2], 'any'),
    part('issuingState', 0, [2, 5], 'letter'),
    part('names', 0, [5, count], 'letter'),
    part('number', 1, [0, 9], 'any', 'checkOrFiller'),
    part('nationality', 1, [10, 13], 'letter'),
    part('dateOfBirth', 1, [13, 19], 'digit', 'check'),
    part('sex', 1, [20, 21], 'sex'),
    part('expiresOn', 1, [21, 27], 'digit', 'check'),
  ];
  if (isVisa) return [...parts, part('optional', 1, [28, count], 'any')];
  if (count === 44) parts.push(part('optional', 1, [28, 42], 'any', 'checkOrFiller'));
  else parts.push(part('optional', 1, [28, 35], 'any'));
  return [...parts, part('composite', 1, [count - 1, count], 'check')];
}

/** The parts of the old French identity card, two lines of 36. */
export function oldFrenchParts(): ZonePart[] {
  const names = partOf('names', 0, [5, 30], 'letter');
  names.places.push(...partOf('names', 1, [13, 27], 'letter').places);
  return [
    partOf('code', 0, [0, 2], 'letter'),
    partOf('issuingState', 0, [2, 5], 'letter'),
    names,
    partOf('optional', 0, [30, 36], 'any'),
    partOf('number', 1, [0, 12], 'any', 'check'),
    partOf('dateOfBirth', 1, [27, 33], 'digit', 'check'),
    partOf('sex', 1, [34, 35], 'sex'),
    partOf('composite', 1, [35, 36], 'check'),
  ];
}

function cardParts(): ZonePart[] {
  const part = partOf;
  const optional = part('optional', 0, [15, 30], 'any');
  optional.places.push(...part('optional', 1, [18, 29], 'any').places);
  return [
    part('code', 0, [0, 2], 'any'),
    part('issuingState', 0, [2, 5], 'letter'),
    part('number', 0, [5, 14], 'any', 'checkOrFiller'),
    part('dateOfBirth', 1, [0, 6], 'digit', 'check'),
    part('sex', 1, [7, 8], 'sex'),
    part('expiresOn', 1, [8, 14], 'digit', 'check'),
    part('nationality', 1, [15, 18], 'letter'),
    optional,
    part('composite', 1, [29, 30], 'check'),
    part('names', 2, [0, 30], 'letter'),
  ];
}

function partOf(
  name: ZonePart['name'],
  line: number,
  [from, to]: [number, number],
  kind: PlaceKind,
  check?: 'check' | 'checkOrFiller',
): ZonePart {
  const places: ZonePart['places'] = [];
  for (let at = from; at < to; at++) places.push({ line, at, kind });
  if (check) places.push({ line, at: to, kind: check });
  return { name, places, isProtected: check !== undefined };
}

/** Whether a part agrees with the check digit at its end. */
export function passes(text: string): boolean {
  const [field, digit] = [text.slice(0, -1), text.at(-1)!];
  return digit === '<' ? /^<*$/.test(field) : checkDigitOf(field) === digit;
}

/** The characters that may stand in a place. */
export const ALLOWED: Record<PlaceKind, RegExp> = {
  letter: /[A-Z<]/,
  digit: /[0-9<]/,
  any: /[0-9A-Z<]/,
  sex: /[MFX<]/,
  check: /[0-9]/,
  checkOrFiller: /[0-9<]/,
};
