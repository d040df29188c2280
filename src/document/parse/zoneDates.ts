/** A date of a zone, six characters: as printed, and as ISO 8601, null where a part is unknown or no date. */
export interface ZoneDate {
  raw: string;
  iso: string | null;
}

/** The latest date with these two digits of the year that is not later than `asOf` (YYYY-MM-DD). */
export function birthDate(raw: string, asOf: string): ZoneDate {
  const century = Number(asOf.slice(0, 2));
  return { raw, iso: isoDate(raw, century, (iso) => iso > asOf) };
}

/** Years below 70 are in this century: a zone of 1980 is the oldest there is, and none is valid for fifty years. */
export function expiryDate(raw: string): ZoneDate {
  return { raw, iso: isoDate(raw, 20, (iso) => iso >= '2070') };
}

/** @param isTooLate whether the date has to be a century earlier. */
function isoDate(raw: string, century: number, isTooLate: (iso: string) => boolean): string | null {
  if (!/^\d{6}$/.test(raw)) return null;
  const rest = `${raw.slice(0, 2)}-${raw.slice(2, 4)}-${raw.slice(4)}`;
  const later = `${century}${rest}`;
  const iso = isTooLate(later) ? `${century - 1}${rest}` : later;
  return isDate(iso) ? iso : null;
}

function isDate(iso: string): boolean {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

/**
 * Whether a date that a person typed agrees with a partly unknown one of a zone: what is known is equal.
 * @param iso YYYY-MM-DD
 */
export function agreesWithPartial(raw: string, iso: string): boolean {
  const typed = iso.slice(2).replaceAll('-', '');
  return [...raw].every((character, i) => character === '<' || character === typed[i]);
}
