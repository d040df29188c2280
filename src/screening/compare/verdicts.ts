import type { IdentifierType } from '../lists/identifier.ts';

/** How two name parts matched. */
export type PartMatch =
  | 'same'
  | 'spelling'
  | 'initial'
  | 'nickname'
  | 'joined'
  | 'romanisation'
  | 'truncated';

/**
 * How the given date of birth compares with the listed ones: `near` within two years, `few_years` within five, `apart`
 * within ten. `placeholder`: the given date stands for an unknown one.
 */
export type DateVerdict =
  | 'same'
  | 'same_year'
  | 'compatible'
  | 'close'
  | 'near'
  | 'few_years'
  | 'apart'
  | 'different'
  | 'not_given'
  | 'not_listed'
  | 'placeholder';

/** How the given countries compare with the listed ones. */
export type CountryVerdict = 'same' | 'different' | 'not_given' | 'not_listed';

/** Compares the person's countries with the listed ones (`countryNumber`s, from `start` to `end`). */
export function countryVerdict(
  queryCountries: number[],
  listed: Uint16Array,
  start: number,
  end: number,
): CountryVerdict {
  if (queryCountries.length === 0) return 'not_given';
  if (start === end) return 'not_listed';
  for (let i = start; i < end; i++) if (queryCountries.includes(listed[i]!)) return 'same';
  return 'different';
}

/** The two letters of a country code in 16 bits. */
export function countryNumber(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1);
}

/**
 * Compares a date of birth with the listed ones, pairs of from and to between `start` and `end`: days as `yyyymmdd`,
 * negative if approximate. The date that agrees best counts. January 1 on a list often stands for the year alone and is
 * treated as such.
 */
export function birthDate(
  { from, to }: DateRange,
  dates: Int32Array,
  start: number,
  end: number,
): DateVerdict {
  if (start === end) return isPlaceholder(from, to) ? 'placeholder' : 'not_listed';
  let best: number = rank.different;
  for (let i = start; i < end; i += 2) best = Math.max(best, rankOf(from, to, dates[i]!, dates[i + 1]!));
  return best < rank.compatible && isPlaceholder(from, to) ? 'placeholder' : byRank[best]!;
}

/**
 * Whether a given date stands for an unknown one: the first day of a clock or a calendar of a system, repeated digits,
 * or a year in which nobody who lives was born.
 */
function isPlaceholder(from: number, to: number): boolean {
  return from < firstBirth || (from === to && placeholders.has(from));
}

const firstBirth = 1905_01_01;

const placeholders: ReadonlySet<number> = new Set([
  1910_01_01, 1911_11_11, 1950_01_01, 1960_01_01, 1969_12_31, 1970_01_01, 1980_01_01, 1990_01_01, 1999_12_31,
  2000_01_01, 2001_01_01,
]);

/** The more favourable of two verdicts: the stronger evidence for a match. */
export function kinderDate(a: DateVerdict, b: DateVerdict): DateVerdict {
  return rank[b] > rank[a] ? b : a;
}

/** The verdicts in ascending order of their evidence for a match. */
const byRank = [
  'not_listed',
  'different',
  'apart',
  'few_years',
  'near',
  'close',
  'compatible',
  'same_year',
  'same',
] as const satisfies DateVerdict[];

const rank = {
  not_given: 0,
  placeholder: 0,
  not_listed: 0,
  different: 1,
  apart: 2,
  few_years: 3,
  near: 4,
  close: 5,
  compatible: 6,
  same_year: 7,
  same: 8,
} as const satisfies Record<DateVerdict, number>;

/** The rank of the verdict on one listed date. A number, because it is needed for every name. */
function rankOf(from: number, to: number, listedFrom: number, listedTo: number): number {
  const first = Math.abs(listedFrom);
  const last = Math.abs(listedTo);
  if (from === to && first === last && from === first) return rank.same;
  const wide = listedFrom < 0 || year(first) !== year(last);
  if (from <= last && to >= first) return wide ? rank.compatible : rank.same_year;
  const placeholder = (first === last && first % 10_000 === 101) || (from === to && from % 10_000 === 101);
  if (placeholder && year(first) === year(from)) return rank.compatible;
  if (from === to && first === last && typo(from, first)) return rank.close;
  const years = first > to ? year(first) - year(to) : year(from) - year(last);
  if (years <= (wide ? 3 : 2)) return rank.near;
  if (years <= 5) return rank.few_years;
  return years <= 10 ? rank.apart : rank.different;
}

function year(day: number): number {
  return (day / 10_000) | 0;
}

/** Whether day and month are exchanged, or one digit differs, or two digits are exchanged. */
function typo(a: number, b: number): boolean {
  const [first, second] = [a % 10_000, b % 10_000];
  if (year(a) === year(b) && (first % 100) * 100 + ((first / 100) | 0) === second) return true;
  let digits = 0;
  let oneOfA = 0;
  let oneOfB = 0;
  for (let x = a, y = b; x !== y; x = (x / 10) | 0, y = (y / 10) | 0) {
    const left = x % 10;
    const right = y % 10;
    if (left === right) continue;
    digits += 1;
    if (digits > 2 || (digits === 2 && (left !== oneOfB || right !== oneOfA))) return false;
    oneOfA = left;
    oneOfB = right;
  }
  return digits > 0;
}

/** A date of birth as the range of days that it may mean, `yyyymmdd` numbers, both inclusive. */
export interface DateRange {
  from: number;
  to: number;
  circa: boolean;
}

/**
 * Parses EDTF in the form that `partialDate` writes: `1968-02-27`, `1968-02`, `1968`, `1968~`, `1960/1965`. Null if
 * invalid.
 */
export function dateRange(text: string): DateRange | null {
  const circa = text.endsWith('~');
  const [first = '', last = first] = (circa ? text.slice(0, -1) : text).split('/');
  const from = day(first, 1);
  const to = day(last, 31);
  return from && to ? { from, to, circa } : null;
}

function day(text: string, fill: 1 | 31): number | null {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text);
  if (!match) return null;
  const month = match[2] ?? (fill === 1 ? '01' : '12');
  const date = match[3] ?? String(fill).padStart(2, '0');
  return Number(`${match[1]}${month}${date}`);
}

/** A number, and its type if known. */
export interface Numbered {
  type?: IdentifierType | null;
  number: string;
}

/**
 * The normalised forms of a number: upper-case letters and digits only, without the name of its type. Two numbers are
 * equal if they share a form. Empty for a number too short to identify anybody.
 * - Cryptocurrency addresses: without `bitcoin:`, `0x` and everything after a question mark.
 * - IMO numbers: the seven digits.
 * - Registrations and serial numbers of aircraft: at least four characters, compared among themselves only.
 * - BIC (ISO 9362): the institution, shared by BIC8 and the BIC11 of all branches.
 * - LEI (ISO 17442): without the word.
 * - Tax numbers: without a leading word or country, with and without a check digit after a hyphen.
 * @param type selects the comparison; a number without a type yields the forms of all types it may have
 */
export function identifierForms({ type, number }: Numbered): string[] {
  const isPlain = /^[A-Z0-9]+$/.test(number);
  const isUnknown = !type || type === 'other';
  if (isPlain && !isUnknown && !ofOtherForms.has(type)) return isLongEnough(number) ? [number] : [];
  const plain = isPlain ? number : number.normalize('NFKC').trim();
  const whole = lettersOf(plain);
  const forms = new Set<string>();
  const add = (form: string) => {
    if (isLongEnough(form)) forms.add(form);
  };
  add(whole);
  if (type === 'crypto' || isUnknown)
    add(lettersOf(plain.replace(/^[a-z]+:(\/\/)?/i, '').replace(/\?.*$/, '')));
  if (type === 'crypto' || isUnknown) for (const form of [...forms]) if (isHex.test(form)) add(form.slice(2));
  const imo = /^IMO(?:NO|NUMBER)?(\d{7})$/.exec(whole);
  if (imo) add(imo[1]!);
  if (type === 'aircraft' && whole.length >= 4) forms.add(`AIR ${whole}`);
  if (type === 'swift_bic' || isUnknown) {
    const bic = /^(?:SWIFT)?(?:BIC)?([A-Z]{4}[A-Z]{2}[A-Z0-9]{2})(?:[A-Z0-9]{3})?$/.exec(whole);
    if (bic && (!isUnknown || isBicAlone.test(plain))) forms.add(`BIC ${bic[1]}`);
  }
  if (type === 'lei' || isUnknown) add(whole.replace(/^LEI(?:CODE)?(?=[A-Z0-9]{20}$)/, ''));
  if (type === 'tax_id') addTaxForms(plain, add);
  return [...forms];
}

/** Types of numbers that are written in several forms. */
const ofOtherForms: ReadonlySet<IdentifierType> = new Set([
  'aircraft',
  'crypto',
  'imo',
  'swift_bic',
  'lei',
  'tax_id',
]);

function isLongEnough(form: string): boolean {
  return form.length >= 5 && /\d/.test(form);
}

const isHex = /^0X[0-9A-F]{40}$/;

/** Matches a BIC: eight or eleven capitals and digits. Other numbers of this form are rare in queries. */
const isBicAlone = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const taxWords =
  /^(?:R\.?I\.?F|R\.?U\.?C|N\.?I\.?T|R\.?F\.?C|C\.?U\.?I\.?T|INN|T\.?I\.?N|V\.?A\.?T|F?E\.?I\.?N|N\.?I\.?F|C\.?I\.?F|TAX|ID|NO|NUMBER|[\s.:#-])+(?=[\s.:#-]*[A-Z]{0,2}[\s-]*\d)/i;

function addTaxForms(plain: string, add: (form: string) => void): void {
  const bare = plain.replace(taxWords, '');
  for (const text of [plain, bare]) {
    add(lettersOf(text));
    if (/^.{5,}-[\dK]$/i.test(text)) add(lettersOf(text.slice(0, -2)));
    const ofCountry = /^[A-Z]{2}[\s-]?(\d[\d\s.-]{6,})$/i.exec(text);
    if (ofCountry) add(lettersOf(ofCountry[1]!));
  }
}

function lettersOf(text: string): string {
  return /^[A-Z0-9]*$/.test(text) ? text : text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether two numbers are the same. */
export function isSameIdentifier(a: Numbered, b: Numbered): boolean {
  const forms = identifierForms(a);
  return forms.length > 0 && identifierForms(b).some((form) => forms.includes(form));
}

/** Types of numbers that are unique worldwide: the issuing country adds nothing. */
export const worldwideIdentifiers: ReadonlySet<string> = new Set<IdentifierType>([
  'crypto',
  'imo',
  'lei',
  'mmsi',
  'swift_bic',
]);
